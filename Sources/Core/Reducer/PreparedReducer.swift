/// A reducer ready to run: what its `body` describes, turned once into nested functions.
///
/// Evaluating a `body` builds key paths, case paths and closures, which costs far more than an
/// action does. A store therefore asks its reducer for this value when it is created.
@frozen
public struct PreparedReducer<State, Action> {
  @usableFromInline
  let logic: ReducerLogic

  @inlinable
  init(_ logic: ReducerLogic) {
    self.logic = logic
  }

  /// Wraps the function that runs for each action.
  @inlinable
  public init(_ reduce: @escaping (inout State, Action) -> Effect<Action>) {
    logic = ReducerLogic { state, action in
      reduce(
        &state.assumingMemoryBound(to: State.self).pointee,
        action.assumingMemoryBound(to: Action.self).pointee
      ).node
    }
  }

  /// Wraps a function that is given the addresses of state and action, for the time of the call.
  @inlinable
  public init(
    inPlace run: @escaping (UnsafeMutablePointer<State>, UnsafePointer<Action>) -> Effect<Action>
  ) {
    logic = ReducerLogic { state, action in
      run(
        state.assumingMemoryBound(to: State.self), action.assumingMemoryBound(to: Action.self)
      ).node
    }
  }

  /// Runs the reducer on the action at an address, which it neither changes nor keeps.
  @inlinable
  @inline(__always)
  public func run(
    _ state: UnsafeMutablePointer<State>, _ action: UnsafePointer<Action>
  ) -> Effect<Action> {
    Effect(erased: logic.run(state, action))
  }

  /// Runs the reducer for one action.
  @inlinable
  public func callAsFunction(_ state: inout State, _ action: Action) -> Effect<Action> {
    withUnsafeMutablePointer(to: &state) { state in
      withUnsafePointer(to: action) { action in run(state, action) }
    }
  }
}

/// A reducer of this library whose logic is in `_prepare()` alone.
///
/// Running one without a store prepares it first: correct, and as slow as evaluating a body.
public protocol _PreparedReducer: Reducer where Body == Never {}

extension _PreparedReducer {
  /// Prepares the reducer and runs it once.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    _prepare()(&state, action)
  }
}
