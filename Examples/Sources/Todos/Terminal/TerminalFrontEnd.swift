import ComposableArchitecture
import TerminalKit

/// Runs on a terminal: single keys are commands, and a screen shows the state.
@MainActor
struct TerminalFrontEnd {
  let session: TodosSession
  let address: String?

  /// Runs until the user quits.
  func run() async throws {
    let focus = TerminalFocus()
    let screen = Screen { [store = session.store, address] size in
      TodosScreen(state: store.state, focus: focus, address: address, size: size).lines
    }
    // Issues that are reported meanwhile would appear between the lines of the screen.
    let issues = HeldIssues()
    let reporters = IssueReporters.current
    IssueReporters.current = [issues]
    defer {
      screen.close()
      IssueReporters.current = reporters
      issues.release()
    }
    try screen.open { [session] in
      _ = await session.end()
      issues.release()
    }
    let keys = TodosKeys(session: session, focus: focus)
    let input = StandardInput()
    var parser = KeyParser()
    while keys.press(await input.key(&parser)) {}
  }
}
