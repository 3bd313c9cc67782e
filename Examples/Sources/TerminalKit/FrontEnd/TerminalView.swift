import ComposableCore

/// What a terminal shows of a store and what it offers, as a view does where there are windows.
@MainActor
package protocol TerminalView<State, Action> {
  associatedtype State
  associatedtype Action: Sendable

  /// What a user can ask for.
  nonisolated static var commands: [Command<Action>] { get }

  var store: Store<State, Action> { get }

  /// What is shown on a screen, in lines of at most `width` characters.
  func lines(width: Int, usesColor: Bool) -> [String]

  /// What there is to know, in a line.
  var summary: String { get }

  /// What speaks against an action that a user asks for, if anything does.
  func problem(with action: Action) -> String?

  /// What is left to do before the program ends, such as stopping a timer.
  var lastAction: Action? { get }
}

extension TerminalView {
  package func problem(with action: Action) -> String? { nil }

  package var lastAction: Action? { nil }

  /// All of a screen: what the view shows, and below it what there is to press, or `footer`
  /// instead.
  package func screen(
    width: Int, usesColor: Bool = Style.isWanted, footer: [String]? = nil
  ) -> [String] {
    let width = width - 4
    let bar = Command.bar(Self.commands).wrapped(to: width, separator: "   ")
      .map { Style.dim($0, if: usesColor) }
    return [""]
      + (lines(width: width, usesColor: usesColor) + [""] + (footer ?? bar))
      .map { $0.isEmpty ? "" : "  " + $0 }
  }
}
