import CompanionSupport

/// Lets a presented feature dismiss itself, independently of its parent.
///
/// ```swift
/// case .closeButtonTapped:
///   return .run { _ in await dismiss() }
/// ```
///
/// It sends the presenting feature the action of a dismissal by the user: `dismiss` for a presented
/// child, `popFrom` for a screen of a stack. That cancels the child's effects, among them the
/// calling one.
public struct DismissEffect: Sendable {
  let fallback: (@MainActor @Sendable () -> Void)?

  /// A replacement for features that are not presented, such as the root of a test.
  public init(_ dismiss: @escaping @MainActor @Sendable () -> Void) {
    fallback = dismiss
  }

  init() {
    fallback = nil
  }

  /// Dismisses the feature that the current effect belongs to.
  ///
  /// Does nothing if that feature has been dismissed. Reports an issue if it is not presented.
  public nonisolated(nonsending) func callAsFunction(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    if let effect = RunningEffect.current, let presentation = effect.settings.presentation {
      await presentation.dismiss(for: effect)
    } else if let fallback {
      await fallback()
    } else {
      SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column).report(
        """
        A feature called 'dismiss' at \(fileID):\(line), but is not presented.

        This usually means one of three things:

        • The feature runs on its own, as the root of a store. Test 'isPresented' first where it \
        may be either.

        • Its parent embeds it with 'Scope', or keeps it in a plain optional. Keep its state in \
        '@PresentationState' or 'StackState', its actions in 'PresentationAction' or 'StackAction', \
        and embed it with 'ifLet(_:action:destination:)' or 'forEach(_:action:destination:)'.

        • 'dismiss' was called by a task that the feature's effect does not wait for, such as a \
        detached one. Call it from the closure of 'Effect.run'.
        """)
    }
  }

  /// Whether the feature whose reducer or effect is running has a parent that can dismiss it.
  var isPresented: Bool {
    fallback != nil || Presentation.isCurrent
  }
}
