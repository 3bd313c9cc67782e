/// State of a prompt, which is dismissed as soon as one of its actions is chosen, such as
/// ``AlertState``.
///
/// A reducer that presents such a state sets it to `nil` after each of its actions.
public protocol _EphemeralState<Action>: _PresentedState
where _Logic == EmptyReducer<Self, Action> {
  /// The actions to choose from.
  associatedtype Action
}

extension _EphemeralState {
  /// The logic of a prompt: none, as the actions only dismiss it.
  public static var _logic: EmptyReducer<Self, Action> { EmptyReducer() }
}
