import TerminalKit

/// The list of studies on a terminal: in two columns where there is room for them.
struct StudyList {
  let selection: StudyID

  private static let columnWidth = 28

  func lines(in room: Screen.Size, usesColor: Bool) -> [String] {
    let title = [Style.bold("Case studies", if: usesColor), ""]
    let columns =
      room.columns >= 2 * Self.columnWidth
      ? [
        rows(.basics) + [.empty] + rows(.navigation), rows(.effects) + [.empty] + rows(.components),
      ]
      : [StudyGroup.allCases.flatMap { rows($0) + [.empty] }]
    let count = columns.map(\.count).max() ?? 0
    let lines = (0..<count).map { index in
      columns.map { column in
        (index < column.count ? column[index] : .empty)
          .text(width: Self.columnWidth, selection: selection, usesColor: usesColor)
      }
      .joined()
    }
    let selected = columns.compactMap { $0.firstIndex(of: .study(selection)) }.first
    return title + lines[lines.window(of: max(room.rows - title.count, 1), around: selected ?? 0)]
  }

  private func rows(_ group: StudyGroup) -> [Row] {
    [.heading(group)] + group.studies.map(Row.study)
  }

  private enum Row: Equatable {
    case empty
    case heading(StudyGroup)
    case study(StudyID)

    func text(width: Int, selection: StudyID, usesColor: Bool) -> String {
      let text: String
      var style: Style?
      switch self {
      case .empty: text = ""
      case .heading(let group):
        text = group.rawValue
        style = .dim
      case .study(let study):
        let mark = study == selection ? "›" : " "
        let number = study.number < 10 ? " \(study.number)" : "\(study.number)"
        text = "\(mark) \(number) \(study.lesson.title)"
        if study == selection { style = .bold }
      }
      let padded = text.padded(to: width)
      return style.map { $0(padded, if: usesColor) } ?? padded
    }
  }
}
