import ComposableArchitecture
import TerminalKit
import Testing

@testable import CaseStudies

@MainActor
@Suite struct StudiesViewTests {
  private func view(_ study: StudyID?, isReading: Bool = false) -> StudiesView {
    withDependencies {
      $0.uuid = .incrementing
    } operation: {
      StudiesView(
        store: Store(
          initialState: Studies.State(
            isReading: isReading, selection: study ?? .counter, study: study?.initialState)
        ) {
          EmptyReducer()
        })
    }
  }

  private func screen(_ view: StudiesView, columns: Int = 80, rows: Int = 24) -> [String] {
    view.screen(in: Screen.Size(columns: columns, rows: rows), usesColor: false)
  }

  private func action(for key: Key, _ view: StudiesView) -> Studies.Action? {
    if case .send(let action, _) = view.press(key) { action } else { nil }
  }

  private nonisolated static let sizes = [(80, 24), (110, 34), (60, 20), (30, 10)]

  @Test(arguments: StudyID.allCases, sizes)
  func everyStudyFitsOnTheScreen(_ study: StudyID, _ size: (columns: Int, rows: Int)) {
    for isReading in [false, true] {
      let lines = screen(
        view(study, isReading: isReading), columns: size.columns, rows: size.rows)
      #expect(lines.count < size.rows)
      if size.columns >= 60 { #expect(lines.allSatisfy { $0.count <= size.columns }) }
    }
  }

  @Test(arguments: StudyID.allCases, sizes)
  func theSelectedStudyIsAlwaysShown(_ study: StudyID, _ size: (columns: Int, rows: Int)) {
    let view = view(nil)
    let list = StudyList(selection: study)
      .lines(in: Screen.Size(columns: size.columns - 4, rows: size.rows - 5), usesColor: false)
    #expect(list.contains { $0.contains("› ") && $0.contains(study.lesson.title) })
    #expect(screen(view, columns: size.columns, rows: size.rows).count < size.rows)
  }

  @Test(arguments: StudyID.allCases)
  func keysAndWordsMeanOneCommandEach(_ study: StudyID) {
    let commands = view(study).currentCommands
    let keys = commands.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    #expect(Set(commands.map(\.word)).count == commands.count)
    #expect(commands.contains { $0.keys.contains("q") })
  }

  @Test func theStudyIsShownBelowItsText() {
    #expect(
      screen(view(.counter)).joined(separator: "\n") == """

          Counter

          State is a value, an action names an event, and the reducer is the only
          place that changes the state. The screen reads the store, and is drawn again
          when what it has read changes.
          Mistake: naming an action after its effect (“setCount”). Name it after the
          event (“incrementButtonTapped”), and the reducer decides what follows.

          0

          - subtract   + add   ? text   escape back
        """)
  }

  @Test func theTextGivesWayToTheStudy() {
    let lines = screen(view(.throttling), rows: 14)
    #expect(lines.contains("  …"))
    #expect(lines.contains { $0.contains("throttled, latest  0") })
  }

  @Test func keysInTheListSelectAndOpen() {
    let view = view(nil)
    #expect(action(for: .down, view)?.is(\.selected) == true)
    #expect(action(for: .return, view)?[case: \.openButtonTapped] == .counter)
    #expect(action(for: "7", view)?[case: \.digitTyped] == 7)
    #expect(action(for: "x", view)?.is(\.selected) == nil)
    #expect(action(for: .down, self.view(.counter))?.is(\.selected) == nil)
  }

  @Test func aStudyRefusesItsCommands() {
    var form = AlarmForm.State()
    form.isOn = false
    let view = StudiesView(
      store: Store(initialState: Studies.State(selection: .bindings, study: .bindings(form))) {
        EmptyReducer()
      })
    #expect(view.problem(with: .study(.presented(.bindings(.set(\.volume, 1))))) != nil)
    #expect(view.problem(with: .closeButtonTapped) == nil)
  }
}
