import ComposableCore

/// What a terminal shows of a store and what it offers, as a view does where there are windows.
///
/// A view with the same commands on every screen lists them in ``commands`` and needs no more than
/// ``lines(width:usesColor:)`` and ``summary``. One with several screens has ``currentCommands``.
/// One whose keys depend on the state, such as a view with a text field, also implements
/// ``press(_:)`` and ``screen(_:footer:)``. One whose lines name what is shown, such as the third
/// row, also has a ``Request`` of its own.
@MainActor
package protocol TerminalView<State, Action>: SendableMetatype {
  associatedtype State
  associatedtype Action: Sendable
  /// What a command asks for; an action, unless the state decides which one.
  associatedtype Request: Sendable = Action

  /// What a user can ask for.
  nonisolated static var commands: [Command<Request>] { get }

  /// What a user can ask for now, where that depends on the state. Of two commands with the same
  /// key, the first is meant; one with the key `q` replaces the end of the program.
  var currentCommands: [Command<Request>] { get }

  /// What there is to press, for the bottom of a screen.
  var keyHints: [String] { get }

  var store: Store<State, Action> { get }

  /// What is shown on a screen, in lines of at most `width` characters.
  func lines(width: Int, usesColor: Bool) -> [String]

  /// What is shown where there is room for that many lines.
  func lines(in room: Screen.Size, usesColor: Bool) -> [String]

  /// What there is to know, in a line.
  var summary: String { get }

  /// The actions that do what a user asks for.
  func actions(for request: Request) throws(LineCommandFailure) -> [Action]

  /// What speaks against an action that a user asks for, if anything does.
  func problem(with action: Action) -> String?

  /// What a key does in the current state. Where it is unhandled here, it may be that of one of
  /// ``currentCommands``.
  func press(_ key: Key) -> KeyResponse<Action>

  /// All of a screen.
  ///
  /// - Parameter footer: What to show at the bottom instead of what there is to press, if anything.
  func screen(_ size: Screen.Size, footer: [String]?) -> [String]

  /// What is left to do before the program ends, such as stopping a timer.
  var lastAction: Action? { get }
}

/// What a key does.
package enum KeyResponse<Action> {
  /// It sends an action.
  case send(Action, isLasting: Bool = false)
  /// It changes the screen alone, or nothing.
  case handled
  /// It ends the program.
  case quit
  /// It is one of the view's commands, or none.
  case unhandled
}

extension KeyResponse: Equatable where Action: Equatable {}

extension TerminalView where Request == Action {
  package func actions(for request: Action) throws(LineCommandFailure) -> [Action] { [request] }
}

extension TerminalView {
  package var currentCommands: [Command<Request>] { Self.commands }

  package var keyHints: [String] { Command.bar(currentCommands) }

  package func lines(in room: Screen.Size, usesColor: Bool) -> [String] {
    lines(width: room.columns, usesColor: usesColor)
  }

  package func problem(with action: Action) -> String? { nil }

  package func press(_ key: Key) -> KeyResponse<Action> { .unhandled }

  package var lastAction: Action? { nil }

  package func screen(_ size: Screen.Size, footer: [String]?) -> [String] {
    screen(in: size, footer: footer)
  }

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
