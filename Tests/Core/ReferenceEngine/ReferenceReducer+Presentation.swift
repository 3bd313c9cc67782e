import ComposableCore

extension ReferenceReducer {
  /// `ifLet` of a presented child.
  public func ifLet<ChildState, ChildAction>(
    presented toChild: WritableKeyPath<State, ChildState?>,
    action: AnyCasePath<Action, PresentationAction<ChildAction>>,
    slot: String, identity: @escaping (ChildState) -> [Int], report: @escaping ReferenceReport,
    _ child: @escaping () -> ReferenceReducer<ChildState, ChildAction>
  ) -> Self {
    let id = { (state: State) in
      state[keyPath: toChild].map { ReferenceChild(slot: slot, identity: identity($0)) }
    }
    return Self { state, parentAction in
      let before = id(state)
      var childEffect = ReferenceEffect<Action>.none
      let presentationAction = action.extract(from: parentAction)
      if presentationAction != nil, before == nil { report(.missingPresented) }
      if case .presented(let childAction)? = presentationAction,
        var childState = state[keyPath: toChild], let before
      {
        childEffect = .presented(
          before,
          child().reduce(&childState, childAction).map { action.embed(.presented($0)) },
          dismissal: action.embed(.dismiss))
        state[keyPath: toChild] = childState
      }
      let effect = reduce(&state, parentAction)
      // The parent may have dismissed the child, or presented another, by itself.
      if case .dismiss? = presentationAction, id(state) == before { state[keyPath: toChild] = nil }
      return .merge(
        [.found(slot: slot, [before].compactMap(\.self)), childEffect, effect]
          + Self.removal(of: before, unlessIn: [id(state)]))
    } children: { state in
      children(state)
        + Self.paths(of: state[keyPath: toChild], id(state)) { child().children($0) }
    }
  }

  /// `forEach` of a navigation stack.
  public func forEach<ElementState, ElementAction>(
    stack toStack: WritableKeyPath<State, StackState<ElementState>>,
    action: AnyCasePath<Action, StackAction<ElementState, ElementAction>>,
    slot: String, report: @escaping ReferenceReport,
    _ element: @escaping () -> ReferenceReducer<ElementState, ElementAction>
  ) -> Self {
    let child = { (id: StackElementID) in
      ReferenceChild(slot: slot, identity: [id.number])
    }
    return Self { state, parentAction in
      let before = state[keyPath: toStack].ids.map(child)
      var childEffect = ReferenceEffect<Action>.none
      var popped: StackElementID?
      switch action.extract(from: parentAction) {
      case .element(let id, let elementAction)?:
        if var elementState = state[keyPath: toStack][id: id] {
          childEffect = .presented(
            child(id),
            element().reduce(&elementState, elementAction)
              .map { action.embed(.element(id: id, action: $0)) },
            dismissal: action.embed(.popFrom(id: id)))
          state[keyPath: toStack][id: id] = elementState
        } else {
          report(.missingScreen)
        }
      case .popFrom(let id)?:
        if state[keyPath: toStack].ids.contains(id) {
          popped = id
        } else {
          report(.missingScreen)
        }
      case .push?, nil: break
      }
      let effect = reduce(&state, parentAction)
      if let popped, state[keyPath: toStack].ids.contains(popped) {
        state[keyPath: toStack].pop(from: popped)
      }
      let after = state[keyPath: toStack].ids.map(child)
      return .merge(
        [.found(slot: slot, before), childEffect, effect]
          + before.flatMap { Self.removal(of: $0, unlessIn: after) })
    } children: { state in
      children(state)
        + state[keyPath: toStack].ids.flatMap { id in
          Self.paths(of: state[keyPath: toStack][id: id], child(id)) { element().children($0) }
        }
    }
  }
}

extension StackElementID {
  /// The number of the element, in the order in which elements were pushed.
  public var number: Int { Int(debugDescription.dropFirst()) ?? -1 }
}
