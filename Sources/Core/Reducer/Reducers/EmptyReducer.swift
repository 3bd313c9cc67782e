/// A reducer that does nothing.
public struct EmptyReducer<State, Action>: _PreparedReducer {
  /// Creates a reducer that leaves the state unchanged and starts no effect.
  @inlinable
  public init() {}

  /// Returns a function that does nothing.
  @inlinable
  public func _prepare() -> PreparedReducer<State, Action> {
    PreparedReducer { _, _ in .none }
  }
}
