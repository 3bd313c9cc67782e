import ComposableCore

/// Runs on a terminal: single keys are commands, and the screen shows the view.
@MainActor
struct KeyFrontEnd<View: TerminalView> {
  let view: View

  /// Runs until the user quits.
  func run() async throws {
    let session = FrontEndSession(view: view)
    let prompt = CommandPrompt<View.Action>()
    let printed = try PrintedLines.capture()
    defer { printed.release() }
    let screen = Screen { [view] size in
      let footer = prompt.lines(width: size.columns - 4)
      let lines = view.screen(in: size, footer: footer)
      return lines
        + printed.lines(in: Screen.Size(columns: size.columns, rows: size.rows - lines.count))
    }
    try screen.open()
    defer { screen.close() }
    let input = StandardInput()
    var parser = KeyParser()
    while true {
      let key = await input.key(&parser)
      if prompt.isOpen, key != .endOfInput {
        prompt.take(key) { action throws(LineCommandFailure) in
          try session.send(action, isLasting: false)
        }
        continue
      }
      if let command = view.currentCommands.first(where: { $0.keys.contains(key) }) {
        if command.parameter == nil {
          try? session.send(command.action(""), isLasting: command.isLasting)
        } else {
          prompt.open(command)
        }
      } else if let action = view.action(for: key) {
        try? session.send(action, isLasting: false)
      } else if key == "q" || key == .endOfInput {
        session.cancelEffects()
        await session.end()
        return
      }
    }
  }
}
