import ComposableArchitecture
import TerminalKit

/// The lines of a study on a terminal, below its lesson.
@MainActor
protocol StudyView<State, Action>: TerminalView where Request == Action {}

extension StudyView {
  /// Empty: the commands of a study may depend on its state, and are its ``currentCommands``.
  nonisolated static var commands: [Command<Action>] { [] }
}
