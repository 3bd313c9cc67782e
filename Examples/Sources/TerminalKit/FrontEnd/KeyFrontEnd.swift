import ComposableCore

/// Runs on a terminal: single keys are commands, and the screen shows the view.
@MainActor
struct KeyFrontEnd<View: TerminalView> {
  let view: View

  /// Runs until the user quits.
  func run() async throws {
    let session = FrontEndSession(view: view)
    let prompt = CommandPrompt<View.Request>()
    let printed = try PrintedLines.capture()
    defer { printed.release() }
    let screen = Screen { [view] size in
      let lines = view.screen(size, footer: prompt.lines(width: size.columns - 4))
      return lines
        + printed.lines(in: Screen.Size(columns: size.columns, rows: size.rows - lines.count))
    }
    try screen.open { [session] in
      await session.cancelEffects()
      await session.end()
    }
    defer { screen.close() }
    let input = StandardInput()
    var parser = KeyParser()
    while true {
      let key = await input.key(&parser)
      if prompt.isOpen, key != .endOfInput {
        prompt.take(key) { request throws(LineCommandFailure) in
          try session.perform(request, isLasting: false)
        }
        continue
      }
      guard respond(to: key, in: session, prompt) else { break }
    }
    session.cancelEffects()
    await session.end()
  }

  /// - Returns: Whether to go on.
  private func respond(
    to key: Key, in session: FrontEndSession<View>, _ prompt: CommandPrompt<View.Request>
  ) -> Bool {
    switch key == .endOfInput ? .quit : view.press(key) {
    case .send(let action, let isLasting):
      session.start(action, isLasting: isLasting)
      return true
    case .handled: return true
    case .quit: return false
    case .unhandled: return press(key, in: session, prompt) || key != "q"
    }
  }

  /// Performs the command of a key of the view.
  ///
  /// - Returns: Whether it stands for one.
  private func press(
    _ key: Key, in session: FrontEndSession<View>, _ prompt: CommandPrompt<View.Request>
  ) -> Bool {
    guard let command = view.currentCommands.first(where: { $0.keys.contains(key) }) else {
      return false
    }
    if command.parameter == nil {
      try? session.perform(command.action(""), isLasting: command.isLasting)
    } else {
      prompt.open(command)
    }
    return true
  }
}
