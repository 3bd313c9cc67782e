import CompanionSupport

extension SourcePlace {
  /// Part of each issue about an action for a child whose state is missing.
  package static let missingChild = "received a child action, but"

  /// Reports an action for a child whose state is missing.
  @usableFromInline
  func reportMissingChild<Action>(action: Action, of operatorName: String, missing: String) {
    report(
      """
      '\(operatorName)' at \(fileAndLine) \(Self.missingChild) \(missing).

        Action: \(ActionName.text(of: action))

      The action was ignored by the child. This usually means one of three things:

      • A parent reducer that runs earlier removed the child in response to this action. Attach \
      '\(operatorName)' to the parent's reducer, so that the child runs first.

      • An effect sent the action after the child was gone. The effects of a child are cancelled when \
      the reducer that '\(operatorName)' is attached to removes it. If another reducer removes it, they \
      run until the next action, and an effect of the parent is never cancelled with the child: cancel \
      it by its id.

      • The action was sent while the state did not hold the child. Send it only from a place that \
      exists while the child does, such as a store scoped to it.
      """)
  }
}
