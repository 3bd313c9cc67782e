import ComposableArchitecture
import TerminalKit
import Testing

@testable import CaseStudies

@MainActor
@Suite struct StudiesTests {
  @Test func everyStudyIsListedOnce() {
    #expect(StudyID.allCases.count >= 15)
    #expect(StudyGroup.allCases.flatMap(\.studies) == StudyID.allCases)
    #expect(Set(StudyID.allCases.map(\.lesson.title)).count == StudyID.allCases.count)
    let list = StudyList(selection: .counter)
      .lines(in: Screen.Size(columns: 76, rows: 20), usesColor: false).joined(separator: "\n")
    for study in StudyID.allCases {
      #expect(list.contains("\(study.number) \(study.lesson.title)"))
    }
  }

  @Test(arguments: StudyID.allCases)
  func everyStudyHasAText(_ study: StudyID) {
    #expect((3...8).contains(study.lesson.lines(width: 76).count))
    #expect(study.lesson.mistake.count > 20)
  }

  @Test(arguments: StudyID.allCases)
  func everyStudyOpensAndCloses(_ study: StudyID) async {
    let store = TestStore(initialState: Studies.State()) {
      Studies()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.window.sizes = { .never }
    }
    await store.send(.openButtonTapped(study)) {
      $0.selection = study
      $0.study = withDependencies {
        $0.uuid = .incrementing
      } operation: {
        study.initialState
      }
    }
    if study.openingAction != nil { await store.receive(\.study) }
    await store.send(.readButtonTapped) { $0.isReading = true }
    await store.send(.closeButtonTapped) {
      $0.isReading = false
      $0.study = nil
    }
  }

  @Test func closingAStudyEndsItsEffects() async {
    let clock = TestClock()
    let store = TestStore(initialState: Studies.State()) {
      Studies()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.openButtonTapped(.timers)) {
      $0.selection = .timers
      $0.study = .timers(Stopwatch.State())
    }
    await store.send(\.study.timers.startStopButtonTapped) {
      $0.study?.modify(\.timers) { $0.isRunning = true }
    }
    await store.send(.closeButtonTapped) { $0.study = nil }
    await clock.advance(by: .seconds(1))
  }

  @Test func digitsSelectByNumber() async {
    let store = TestStore(initialState: Studies.State()) { Studies() }
    await store.send(.digitTyped(2)) {
      $0.selection = .twoCounters
      $0.typedNumber = 2
    }
    await store.send(.digitTyped(1)) {
      $0.selection = .recursion
      $0.typedNumber = 21
    }
    // There is no 213.
    await store.send(.digitTyped(3)) {
      $0.selection = .bindings
      $0.typedNumber = 3
    }
    await store.send(.selected(.counter)) {
      $0.selection = .counter
      $0.typedNumber = nil
    }
    await store.send(.digitTyped(0))
    await store.send(.digitTyped(1)) { $0.typedNumber = 1 }
    await store.send(.openButtonTapped(.counter)) {
      $0.study = .counter(Counter.State())
      $0.typedNumber = nil
    }
  }

  @Test func aStudyHasANameAndANumber() {
    #expect(StudyID("timers") == .timers)
    #expect(StudyID("10") == .timers)
    #expect(StudyID("22") == nil)
    #expect(StudyID("nothing") == nil)
  }
}
