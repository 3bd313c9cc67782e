/// A feature's logic: the changes of its state for each action, and the effects that the action
/// starts.
///
/// Conform by composing a ``body-swift.property`` of other reducers:
///
/// ```swift
/// struct Counter: Reducer {
///   struct State: Equatable { var count = 0 }
///   enum Action { case decrementButtonTapped, incrementButtonTapped }
///
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       switch action {
///       case .decrementButtonTapped: state.count -= 1
///       case .incrementButtonTapped: state.count += 1
///       }
///       return .none
///     }
///   }
/// }
/// ```
///
/// The closure of ``Reduce`` changes the state at once, and must neither wait nor reach outside of
/// it. Work that takes time, can fail, or uses a clock, a file or a service is an ``Effect`` that
/// the closure returns. That is why a test can state all that a feature does.
///
/// The usual mistake is a condition in the body. A ``Store`` evaluates `body` once, when it is
/// created, and keeps the resulting reducers; a condition on a value that changes later has no
/// effect any more. Decide inside of ``Reduce``, by the state and the action:
///
/// ```swift
/// struct Limited: Reducer {
///   struct State { var count = 0, limit = 10 }
///   enum Action { case incrementButtonTapped }
///
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       guard state.count < state.limit else { return .none }
///       state.count += 1
///       return .none
///     }
///   }
/// }
/// ```
public protocol Reducer<State, Action> {
  /// The state of the feature.
  associatedtype State
  /// The events of the feature: actions of the user, and results of effects.
  associatedtype Action
  /// The type of ``body-swift.property``; `Never` where the reducer implements
  /// ``reduce(into:action:)``.
  associatedtype Body

  /// The reducers this one is composed of, run from top to bottom.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// Changes `state` for `action` and returns the effects to run. Implement this instead of
  /// ``body-swift.property`` only for a reducer that is not composed of others.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// Runs the reducer once, outside of a store. A hand-written higher-order reducer calls it on the
  /// reducer that it wraps.
  func _reduce(into state: inout State, action: Action) -> Effect<Action>

  /// Performs the work that does not depend on an action once, and returns the function that a
  /// store calls for each action.
  func _prepare() -> PreparedReducer<State, Action>

  /// Prepares this reducer together with the one that runs after it on the same state and action,
  /// and whose effects are merged with its own.
  func _prepare(
    before next: PreparedReducer<State, Action>
  ) -> PreparedReducer<State, Action>
}

/// The reducers with the state and action of `R`, as in `var body: some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
  /// Never evaluated: a reducer without a body implements ``reduce(into:action:)``.
  public var body: Body {
    preconditionFailure("'\(Self.self)' has no body: its 'reduce(into:action:)' is its logic.")
  }
}

extension Reducer {
  /// Calls ``reduce(into:action:)``.
  @inlinable
  public func _reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduce(into: &state, action: action)
  }

  /// Wraps ``reduce(into:action:)``.
  @inlinable
  public func _prepare() -> PreparedReducer<State, Action> {
    let calls = CalledReducers()
    return PreparedReducer { state, action in
      calls.during { self.reduce(into: &state, action: action) }
    }
  }

  /// Calls the two functions in order.
  @inlinable
  public func _prepare(
    before next: PreparedReducer<State, Action>
  ) -> PreparedReducer<State, Action> {
    PreparedReducer(_prepare(), next) { ReducerLogic($0, before: $1) }
  }
}

extension Reducer where Body: Reducer<State, Action> {
  /// Runs ``body-swift.property`` for one action. In a store, it is evaluated for the first one.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard !isCalledInStore else { return runCalled(into: &state, action: action) }
    return body.reduce(into: &state, action: action)
  }

  /// Prepares ``body-swift.property``, which is evaluated here only.
  @inlinable
  public func _prepare() -> PreparedReducer<State, Action> {
    body._prepare()
  }

  /// Prepares ``body-swift.property`` together with the reducer that runs after it.
  @inlinable
  public func _prepare(
    before next: PreparedReducer<State, Action>
  ) -> PreparedReducer<State, Action> {
    body._prepare(before: next)
  }
}
