/// A reducer ready to run: what its `body` describes, turned once into nested functions.
///
/// Evaluating a `body` builds key paths, case paths and closures, which costs far more than an
/// action does. A store therefore asks its reducer for this value when it is created. The functions
/// are made where the concrete types are known, so the compiler specialises each layer, and what is
/// left between two layers is one call.
@frozen
public struct PreparedReducer<State, Action> {
  @usableFromInline
  let reduce: (inout State, Action) -> Effect<Action>

  /// Wraps the function that runs for each action.
  @inlinable
  public init(_ reduce: @escaping (inout State, Action) -> Effect<Action>) {
    self.reduce = reduce
  }

  /// Runs the reducer for one action.
  @inlinable
  public func callAsFunction(_ state: inout State, _ action: Action) -> Effect<Action> {
    reduce(&state, action)
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
