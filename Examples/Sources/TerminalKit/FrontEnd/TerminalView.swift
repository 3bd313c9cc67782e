import ComposableCore

/// The content of a terminal for a store, and its commands, like a view of a window system.
///
/// A view with the same commands on every screen lists them in ``commands`` and needs no more than
/// ``lines(width:usesColor:)`` and ``summary``. A view with several screens has
/// ``currentCommands``. A view whose keys depend on the state, for example because of a text field,
/// also implements ``press(_:)`` and ``screen(_:footer:)``. A view whose lines name displayed
/// elements, such as the third row, also has a ``Request`` of its own.
@MainActor
package protocol TerminalView<State, Action>: SendableMetatype {
  associatedtype State
  associatedtype Action: Sendable
  /// The request of a command: an action, unless the state decides which one.
  associatedtype Request: Sendable = Action

  /// The commands of the user.
  nonisolated static var commands: [Command<Request>] { get }

  /// The commands of the user in the current state. Of two commands with the same key, the first is
  /// meant; a command with the key `q` replaces the end of the program.
  var currentCommands: [Command<Request>] { get }

  /// The keys and their labels, for the bottom of a screen.
  var keyHints: [String] { get }

  var store: Store<State, Action> { get }

  /// The lines of a screen, of at most `width` characters.
  func lines(width: Int, usesColor: Bool) -> [String]

  /// The lines of a screen with room for that many.
  func lines(in room: Screen.Size, usesColor: Bool) -> [String]

  /// The state in one line.
  var summary: String { get }

  /// The actions of a request.
  func actions(for request: Request) throws(LineCommandFailure) -> [Action]

  /// The reason why an action is impossible now, if it is.
  func problem(with action: Action) -> String?

  /// The response to a key in the current state. For an unhandled key, ``currentCommands`` are
  /// searched.
  func press(_ key: Key) -> KeyResponse<Action>

  /// All of a screen.
  ///
  /// - Parameter footer: The lines at the bottom instead of the keys and their labels, if any.
  func screen(_ size: Screen.Size, footer: [String]?) -> [String]

  /// The last action before the program ends, such as stopping a timer.
  var lastAction: Action? { get }
}

/// The response to a key.
package enum KeyResponse<Action> {
  /// Send an action.
  case send(Action, isLasting: Bool = false)
  /// Redraw the screen, or do nothing.
  case handled
  /// End the program.
  case quit
  /// Search the view's commands for the key.
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

  /// A complete screen: the view, and below it the keys and their labels, or `footer` instead. The
  /// footer is shown in any case, and the view as far as there is room.
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
