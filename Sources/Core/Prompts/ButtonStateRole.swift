/// What a button of a prompt stands for, besides its action.
public enum ButtonStateRole: Hashable, Sendable {
  /// Leaves all as it is.
  case cancel
  /// Deletes something, or can't be undone in another way.
  case destructive
}
