import ComposableCore

/// What a terminal shows of a store and what it offers, as a view does where there are windows.
@MainActor
package protocol TerminalView<State, Action> {
  associatedtype State
  associatedtype Action: Sendable

  /// What a user can ask for.
  nonisolated static var commands: [Command<Action>] { get }

  /// What a user can ask for now, where that depends on the state. Of two commands with the same
  /// key, the first is meant; one with the key `q` replaces the end of the program.
  var currentCommands: [Command<Action>] { get }

  /// What a key does that belongs to no command, such as a digit.
  func action(for key: Key) -> Action?

  /// What there is to press, for the bottom of a screen.
  var keyHints: [String] { get }

  var store: Store<State, Action> { get }

  /// What is shown on a screen, in lines of at most `width` characters.
  func lines(width: Int, usesColor: Bool) -> [String]

  /// What is shown where there is room for that many lines.
  func lines(in room: Screen.Size, usesColor: Bool) -> [String]

  /// What there is to know, in a line.
  var summary: String { get }

  /// What speaks against an action that a user asks for, if anything does.
  func problem(with action: Action) -> String?

  /// What is left to do before the program ends, such as stopping a timer.
  var lastAction: Action? { get }
}

extension TerminalView {
  package var currentCommands: [Command<Action>] { Self.commands }

  package func action(for key: Key) -> Action? { nil }

  package var keyHints: [String] { Command.bar(currentCommands) }

  package func lines(in room: Screen.Size, usesColor: Bool) -> [String] {
    lines(width: room.columns, usesColor: usesColor)
  }

  package func problem(with action: Action) -> String? { nil }

  package var lastAction: Action? { nil }

  /// All of a screen: what the view shows, and below it what there is to press, or `footer`
  /// instead. The footer is shown in any case, and what is above it as far as there is room.
  package func screen(
    in size: Screen.Size, usesColor: Bool = Style.isWanted, footer: [String]? = nil
  ) -> [String] {
    let width = size.columns - 4
    let footer =
      footer
      ?? keyHints.wrapped(to: width, separator: "   ").map { Style.dim($0, if: usesColor) }
    // The first line and the one above the footer are empty, and the cursor is on the last.
    let room = Screen.Size(columns: width, rows: max(size.rows - footer.count - 3, 1))
    let lines = lines(in: room, usesColor: usesColor).prefix(room.rows)
    return [""] + (lines + [""] + footer).map { $0.isEmpty ? "" : "  " + $0 }
  }
}
