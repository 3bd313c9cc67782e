/// A reducer ready to run: what its `body` describes, turned once into nested functions.
///
/// Evaluating a `body` builds key paths, case paths and closures, which costs far more than an
/// action does. A store therefore asks its reducer for this value when it is created. The functions
/// are made where the concrete types are known, so the compiler specialises each layer, and what is
/// left between two layers is one call.
///
/// State and action are handed on by address: a layer that only passes an action on does not take it
/// apart and put it together again, which costs more than the call, the more so the deeper the
/// action is nested.
@frozen
public struct PreparedReducer<State, Action> {
  /// Runs the reducer on the action at an address, which it neither changes nor keeps.
  public let run: (UnsafeMutablePointer<State>, UnsafePointer<Action>) -> Effect<Action>

  /// Wraps the function that runs for each action.
  @inlinable
  public init(_ reduce: @escaping (inout State, Action) -> Effect<Action>) {
    run = { state, action in reduce(&state.pointee, action.pointee) }
  }

  /// Wraps a function that is given the addresses of state and action, for the time of the call.
  @inlinable
  public init(
    inPlace run: @escaping (UnsafeMutablePointer<State>, UnsafePointer<Action>) -> Effect<Action>
  ) {
    self.run = run
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
