/// A feature's logic: a function on a copy of the state.
public struct ReferenceReducer<State, Action> {
  /// Changes the state, and returns the remaining work.
  public let reduce: (inout State, Action) -> ReferenceEffect<Action>
  /// The children that are there, and theirs.
  public let children: (State) -> [ReferencePath]

  /// A feature of its own, or one that contains others.
  public init(
    _ reduce: @escaping (inout State, Action) -> ReferenceEffect<Action>,
    children: @escaping (State) -> [ReferencePath] = { _ in [] }
  ) {
    self.reduce = reduce
    self.children = children
  }

  /// Several reducers, one after the other.
  public static func list(_ reducers: [Self]) -> Self {
    Self { state, action in
      .merge(reducers.map { $0.reduce(&state, action) })
    } children: { state in
      reducers.flatMap { $0.children(state) }
    }
  }

  /// `Scope`.
  public static func scope<ChildState, ChildAction>(
    _ toChild: WritableKeyPath<State, ChildState>, action: ReferenceCase<Action, ChildAction>,
    _ child: @escaping () -> ReferenceReducer<ChildState, ChildAction>
  ) -> Self {
    Self { state, parentAction in
      guard let childAction = action.extract(parentAction) else { return .none }
      var childState = state[keyPath: toChild]
      let effect = child().reduce(&childState, childAction)
      state[keyPath: toChild] = childState
      return .scoped(effect.map(action.embed))
    } children: { state in
      child().children(state[keyPath: toChild])
    }
  }

  /// `onChange`.
  public func onChange<Value: Equatable>(
    of toValue: @escaping (State) -> Value, _ reducer: @escaping (Value, Value) -> Self
  ) -> Self {
    Self { state, action in
      let old = toValue(state)
      let effect = reduce(&state, action)
      let new = toValue(state)
      return new == old ? effect : .merge([effect, reducer(old, new).reduce(&state, action)])
    } children: { state in
      children(state)
    }
  }
}

/// A mistake of a user that a feature reports.
public enum ReferenceIssue: String, Sendable, Hashable, Comparable {
  case missingOptional, missingCase, missingRow, missingPresented, missingScreen, changedID
  case unhandledError, dismissedWithoutPresentation, sentWhileProcessing, unknown

  /// By their names.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// Where a reducer reports mistakes.
public typealias ReferenceReport = (ReferenceIssue) -> Void
