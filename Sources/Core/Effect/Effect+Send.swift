extension Effect {
  /// An action that the store processes right after the current one.
  ///
  /// To share logic between two actions, call a method from both instead: an action describes an
  /// event, not a command.
  @inlinable
  public static func send(_ action: Action) -> Self {
    Self(node: SendNode(action))
  }
}
