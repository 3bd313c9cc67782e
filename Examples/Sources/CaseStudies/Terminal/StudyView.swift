import ComposableArchitecture
import TerminalKit

/// What a terminal shows of a study, below its lesson.
@MainActor
protocol StudyView<State, Action>: TerminalView where Request == Action {}

extension StudyView {
  /// None: those of a study may depend on its state, and are its ``currentCommands``.
  nonisolated static var commands: [Command<Action>] { [] }
}
