import Testing

@testable import SignpostTool
@testable import TraceAnalysis

/// The screens of `signpost top`, at several sizes.
@Suite struct TopScreenTests {
  private func snapshot(rows: Int) -> LiveSnapshot {
    var snapshot = LiveSnapshot()
    snapshot.timeNs = 1_000_000_000_000
    snapshot.actionsPerSecond = (0..<120).map { UInt64($0) }
    snapshot.actions = .init(
      count: 1000, perSecond: 12_345, p50Ns: 1230, p99Ns: 45_600_000, maxNs: 123_000_000,
      busy: 0.123, total: 1_234_567)
    snapshot.actionRows = (0..<rows).map { index in
      LiveSnapshot.ActionRow(
        prefix: "feature", name: "anActionWithALongName\(index)",
        durations: .init(
          count: 10, perSecond: Double(index), p50Ns: 1000, p99Ns: 2000, maxNs: 3000, busy: 0.01,
          total: 10))
    }
    snapshot.effects.alive = 3
    snapshot.effects.oldest = .init(prefix: "feature", name: "load", ageNs: 3_723_000_000_000)
    snapshot.losses.events = 42
    snapshot.losses.isRecent = true
    return snapshot
  }

  private func screen(
    _ width: Int, _ height: Int, rows: Int = 100, state: TopState = TopState()
  ) -> TopScreen {
    TopScreen(
      snapshot: snapshot(rows: rows), status: .running, state: state, name: "./my-server",
      pid: 4711, width: width, height: height)
  }

  @Test(arguments: [(60, 20), (80, 24), (200, 60), (40, 8), (500, 10)])
  func fillsTheTerminal(width: Int, height: Int) {
    for mode in [TopState.Mode.table, .help, .filter(previous: "")] {
      var state = TopState()
      state.mode = mode
      for tab in TopState.Tab.allCases {
        state.tab = tab
        let lines = screen(width, height, state: state).lines
        #expect(lines.count == height)
        #expect(lines.allSatisfy { $0.width == width })
        #expect(lines.allSatisfy { $0.text.columns == width })
      }
    }
  }

  @Test func saysThatItIsTooSmall() {
    #expect(screen(20, 5).lines.first?.text.hasPrefix("The terminal is too") == true)
  }

  @Test(arguments: [40, 80, 200])
  func screen_observersAndReducers_beginsWithTheUseOfTheTime(width: Int) {
    var screen = screen(width, 24)
    screen.snapshot.time = TimeUse(
      isMainActorKnown: true, reducers: 0.08, observers: 0.35, outerIntervals: 0.12,
      otherActors: 0.03)
    let line = screen.lines[1].text
    #expect(line.hasPrefix("Time     43.0 %     main actor"))
    #expect(line.contains("observers 35.0 %") == (width > 40))
    #expect(line.contains("other actors 3.0 %") == (width > 80))
  }

  @Test(arguments: [
    (80, "  intervals 42.3 %  observers 18.2 %  rest 18.1 %"), (48, "  rest 78.6 %"), (40, ""),
    (66, "  intervals 42.3 %  rest 36.3 %"),
    (120, "  intervals 42.3 %  observers 18.2 %  reducers 17.1 %  other actors 1.0 %"),
  ])
  func screen_noRoomForAllPartsOfTheTime_hasTheLargestAndTheSumOfTheRest(
    width: Int, parts: String
  ) {
    var screen = screen(width, 24)
    screen.snapshot.time = TimeUse(
      isMainActorKnown: true, reducers: 0.171, observers: 0.182, intervals: 0.423,
      otherActors: 0.01)
    var line = screen.lines[1].text
    while line.last == " " { line.removeLast() }
    #expect(line == "Time     77.6 %     main actor" + parts)
  }

  @Test func screen_unknownActor_isNotCalledTheMainActor() {
    var screen = screen(80, 24)
    screen.snapshot.time = TimeUse(otherActors: 0.5)
    #expect(screen.lines[1].text.contains("50.0 %     reducers, on unknown actors"))
  }

  @Test func showsTheFiguresOnTheFirstScreen() {
    let text = screen(80, 24).lines.map(\.text).joined(separator: "\n")
    for part in [
      "./my-server (4711)", "12.3 k/s", "45.6 ms", "1:02:03 [feature] load", "42 events",
    ] {
      #expect(text.contains(part))
    }
  }

  @Test(arguments: [
    (10, 0, 10, "100.0 %"), (0, 0, 10, "0.0 %"), (2, 8, 10, "≥20.0 %"), (0, 10, 10, "?"),
    (0, 4, 10, "≥0.0 %"), (0, 0, 0, "–"),
  ])
  func changes_unknownOnes_areNotCountedAsNone(
    changes: UInt64, unknown: UInt64, total: UInt64, text: String
  ) {
    var row = LiveSnapshot.ActionRow(prefix: "", name: "tap")
    row.durations.total = total
    row.stateChanges = changes
    row.unknownChanges = unknown
    #expect(TopScreen.changes(row) == text)
  }

  @Test func dropsColumnsBeforeNames() {
    let narrow = screen(60, 20)
    #expect(narrow.sortableColumns.contains(0))
    #expect(narrow.sortableColumns.count < narrow.currentTable.columns.count)
    let wide = screen(120, 20)
    #expect(wide.sortableColumns.count == wide.currentTable.columns.count)
  }

  @Test func aShortTableBesideLeavesItsRoomToTheOther() {
    let lines = screen(200, 60).lines.map(\.text)
    let effects = lines.firstIndex { $0.contains("EFFECTS OF") }
    let slowest = lines.firstIndex { $0.contains("SLOWEST, LAST MINUTE") }
    #expect(effects != nil)
    #expect(slowest == effects.map { $0 + 3 })
  }

  @Test func ordersAndFilters() {
    var state = TopState()
    #expect(screen(80, 24, state: state).currentTable.rows.first?.name.hasSuffix("99") == true)
    state.isReversed[.actions] = true
    #expect(screen(80, 24, state: state).currentTable.rows.first?.name.hasSuffix("e0") == true)
    state.filter = "NAME7*"
    #expect(screen(80, 24, state: state).currentTable.rows.count == 11)
  }

  @Test func usesNoColorWhereThereIsNone() {
    let lines = screen(80, 24).lines.map { $0.ansi(usesColor: false) }.joined()
    for code in ["31", "32", "33", "36"] { #expect(!lines.contains("\u{1B}[\(code)")) }
    #expect(!lines.contains(";31m"))
    #expect(screen(80, 24).lines.contains { $0.ansi(usesColor: true).contains("31m") })
  }
}
