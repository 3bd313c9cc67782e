import ComposableCore

/// A front end's use of a store: it sends the actions of the user, and keeps the tasks that still
/// run.
@MainActor
final class FrontEndSession<View: TerminalView> {
  private let view: View
  private let awaited = TasksInFlight()
  private let lasting = TasksInFlight()

  init(view: View) {
    self.view = view
  }

  /// Performs a command of the user.
  func perform(_ request: View.Request, isLasting: Bool) throws(LineCommandFailure) {
    for action in try view.actions(for: request) {
      if let problem = view.problem(with: action) { throw .impossible(problem) }
      start(action, isLasting: isLasting)
    }
  }

  func start(_ action: View.Action, isLasting: Bool) {
    (isLasting ? lasting : awaited).insert(view.store.send(action))
  }

  /// Waits until everything that was asked for has come, or has failed, or is no longer wanted.
  func waitForEffects() async {
    await awaited.finish()
  }

  func cancelEffects() {
    awaited.cancel()
  }

  /// Stops lasting tasks, and returns once no task runs any more.
  func end() async {
    if let action = view.lastAction { start(action, isLasting: true) }
    await lasting.finish()
    await awaited.finish()
  }
}
