/// The role of a button in a prompt, besides its action.
public enum ButtonStateRole: Hashable, Sendable {
  /// Cancels, and changes nothing.
  case cancel
  /// Deletes data, or does something else that cannot be undone.
  case destructive
}
