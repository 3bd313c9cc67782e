import ComposableArchitecture
import TerminalKit

/// A study as text, for `--explain`.
@MainActor
enum StudyText {
  static func text(about study: StudyID) -> String {
    let store = Store(initialState: Studies.State(selection: study, study: study.initialState)) {
      Studies()
    }
    let lesson = study.lesson
    let paragraphs = [[lesson.title], lesson.lines(width: 76), commands(StudiesView(store: store))]
    return paragraphs.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  /// The commands of a study that has just been opened.
  private static func commands(_ view: StudiesView) -> [String] {
    Command.table(view.currentCommands)
  }
}
