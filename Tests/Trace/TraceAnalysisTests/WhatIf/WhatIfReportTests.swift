import Foundation
import TestSupport
import Testing

@testable import TraceAnalysis

@Suite struct WhatIfReportTests {
  private func ms(_ time: Double) -> Int64 { Int64(time * 1_000_000) }

  private func report(
    _ writer: TraceWriter, _ changes: String..., options: WhatIfOptions = WhatIfOptions()
  ) throws -> WhatIfReport {
    try withTemporaryDirectory { directory in
      try writer.write(to: directory)
      return try WhatIfReport(
        directories: [directory.path], changes: try changes.map { try WhatIfChange($0) },
        options: options)
    }
  }

  /// The longest wait of an action in milliseconds, before and after changes.
  private func waits(
    _ events: [WrittenEvent], of name: String, _ changes: String...
  ) throws -> [Double?] {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(events).write(to: directory)
      let report = try WhatIfReport(
        directories: [directory.path], changes: try changes.map { try WhatIfChange($0) })
      let row = try #require(report.actions.first { $0.name == name })
      #expect(row.replayed == row.before)
      return [row.before.maxNs, row.after?.maxNs].map { $0.map { Double($0) / 1e6 } }
    }
  }

  private func action(
    _ time: Double, _ length: Double, _ id: UInt64, _ name: String, cause: UInt64 = 0,
    store: UInt64 = 1, sent: Double? = nil, depth: UInt64 = 0, waited: Double = 0,
    effect: UInt64 = 0
  ) -> [WrittenEvent] {
    [
      .send(
        ms(sent ?? time), id, store: store, depth: depth, cause: cause, name: name,
        waited: ms(waited)),
      .actionBegin(ms(time), id, "app", name, cause: cause, store: store),
      .actionEnd(ms(time + length), id, effect: effect),
    ]
  }

  private func sorted(_ events: [[WrittenEvent]]) -> [WrittenEvent] {
    [.schema(0, version: 10)]
      + events.flatMap(\.self).enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  private func effect(
    _ begin: Double, _ end: Double, _ id: UInt64, _ name: String, action: UInt64,
    outputs: UInt64 = 0, outcome: UInt64 = 0
  ) -> [WrittenEvent] {
    [
      .effectBegin(ms(begin), id, "app", name, action: action),
      .effectEnd(ms(end), id, outcome: outcome, outputs: outputs),
    ]
  }

  /// An action whose effect sends another after 100 ms.
  private var query: [WrittenEvent] {
    sorted([
      action(1, 2, 1, "typed", effect: 1), effect(3, 108, 11, "typed", action: 1, outputs: 1),
      action(103, 4, 2, "found", cause: 11),
    ])
  }

  // MARK: - Durations

  @Test func effect_scaled_changesItsOwnTimeAlone() throws {
    // 100 ms until it sends, and 1 ms after the action of 4 ms.
    #expect(try waits(query, of: "typed", "effect typed = 50%") == [107, 56.5])
    #expect(try waits(query, of: "typed", "effect typed = 200%") == [107, 208])
    #expect(try waits(query, of: "typed", "effect [app] typed = 20.2ms") == [107, 26.2])
    #expect(try waits(query, of: "typed", "effect typed = 0%") == [107, 6])
  }

  @Test func action_scaled_changesTheReducer() throws {
    #expect(try waits(query, of: "typed", "action found = 50%") == [107, 105])
    #expect(try waits(query, of: "typed", "action * = 10ms") == [107, 121])
  }

  @Test func changes_several_areAllMade() throws {
    #expect(
      try waits(query, of: "typed", "effect typed = 50%", "action found = 0ms") == [107, 52.5])
  }

  @Test func action_nestedWrapper_changesItsPartOfTheAction() throws {
    let events: [WrittenEvent] = [
      .schema(0, version: 10), .actionBegin(ms(1), 1, "app", "row.tapped"),
      .actionBegin(ms(2), 2, "row", "tapped", parent: 1), .actionEnd(ms(8), 2),
      .actionEnd(ms(9), 1),
    ]
    #expect(try waits(events, of: "tapped", "action [row] tapped = 50%") == [8, 5])
    #expect(try waits(events, of: "tapped", "action row.tapped = 50%") == [8, 4])
    #expect(try waits(events, of: "tapped", "without actions [row] tapped") == [8, nil])
  }

  @Test func effect_besideThePath_changesNothingUntilItIsThePath() throws {
    let events = sorted([
      action(1, 1, 1, "shown", effect: 3), effect(2, 52, 11, "price", action: 1),
      effect(2, 32, 12, "picture", action: 1),
    ])
    #expect(try waits(events, of: "shown", "effect picture = 10%") == [51, 51])
    #expect(try waits(events, of: "shown", "effect price = 10%") == [51, 31])
    #expect(try waits(events, of: "shown", "effect picture = 200%") == [51, 61])
  }

  // MARK: - Actors

  /// Two effects whose actions, of 10 ms each, are sent at the same time.
  private var rows: [WrittenEvent] {
    sorted([
      action(1, 1, 1, "opened", effect: 3), effect(2, 32.1, 11, "opened", action: 1, outputs: 1),
      effect(2, 42.1, 12, "opened", action: 1, outputs: 1),
      action(22, 10, 2, "row", cause: 11),
      action(32, 10, 3, "row", cause: 12, sent: 32, waited: 10),
    ])
  }

  @Test func action_faster_shortensTheQueueBehindIt() throws {
    let found = try waits(rows, of: "opened", "action row = 50%")
    #expect(found == [41.1, 31.1])
    #expect(try waits(rows, of: "opened", "action row = 200%") == [41.1, 61.1])
  }

  @Test func beside_action_delaysItsConsequencesAlone() throws {
    // The first row begins at 22 ms; the second no longer waits for it, and both take 10 ms.
    #expect(try waits(rows, of: "opened", "beside actions row") == [41.1, 31.1])
    #expect(try waits(query, of: "typed", "beside actions found") == [107, 107])
  }

  @Test func action_onAnActorOfItsOwn_doesNotWaitForOthers() throws {
    // The same time on both actors: the first has actions of 10 ms, and the second is beside it.
    let events = sorted([
      action(1, 10, 1, "long", store: 1), action(2, 2, 2, "short", store: 2, waited: 0.001),
      action(30, 10, 3, "long", store: 1), action(50, 2, 4, "short", store: 2, waited: 0.001),
    ])
    #expect(try waits(events, of: "short", "action long = 500%") == [2.001, 2.001])
  }

  @Test func action_sentAtTimesOfItsOwn_queuesWhenItIsSlower() throws {
    // Every 10 ms, to a store on an actor, one of them while the actor is busy.
    let events = sorted(
      (0..<10).map { number in
        let begin = Double(number) * 10 + 1
        return action(begin, 8, UInt64(number + 1), "request", waited: 0.001)
      } + [action(109, 8, 20, "request", waited: 7.999)]
        + [action(101, 8, 19, "request", waited: 0.001)])
    let found = try waits(events, of: "request", "action request = 200%")
    // Each waits 6 ms longer than the one before.
    #expect(found[0] == 15.999)
    #expect(found[1].map { $0 > 60 } == true)
  }

  @Test func action_sentByALoop_waitsForTheOneBefore() throws {
    let events = sorted(
      (0..<10).map { action(Double($0) * 8.1 + 1, 8, UInt64($0 + 1), "step") })
    #expect(try waits(events, of: "step", "action step = 200%") == [8, 16])
  }

  @Test func queue_inOneTurn_isNotInterrupted() throws {
    // The action's effect sends another into the queue; an action of another task waits meanwhile.
    let events = sorted([
      action(1, 10, 1, "tapped", effect: 2),
      effect(11.01, 11.03, 11, "tapped", action: 1, outputs: 1),
      action(11.04, 10, 2, "handled", cause: 11, sent: 11.02, depth: 1),
      action(30, 1, 3, "load", effect: 1), effect(31, 70, 12, "load", action: 3, outputs: 1),
      action(60, 1, 4, "loaded", cause: 12),
      action(100, 10, 5, "tapped", effect: 2),
      effect(110.01, 110.03, 13, "tapped", action: 5, outputs: 1),
      action(110.04, 10, 6, "handled", cause: 13, sent: 110.02, depth: 1),
    ])
    // 29 ms after its effect, in the time of the second action of the turn.
    #expect(try waits(events, of: "tapped", "effect load = 270%") == [20.04, 20.04])
    let slower = try waits(events, of: "load", "effect load = 250%")
    #expect(slower[1].map { $0 > 91 } == true)
  }

  // MARK: - Observers

  /// An action whose observer delays the action of an effect.
  private var layout: [WrittenEvent] {
    sorted([
      action(1, 1, 1, "saved", effect: 1), effect(2.01, 27.5, 11, "saved", action: 1, outputs: 1),
      [
        .observeBegin(ms(2.1), 1, line: 7, after: 1), .observeEnd(ms(22.1), 1, line: 7),
      ],
      action(22.2, 5, 2, "stored", cause: 11, sent: 22.2, waited: 12.2),
    ])
  }

  @Test func observer_faster_shortensTheQueueBehindIt() throws {
    #expect(try waits(layout, of: "saved", "observers main = 50%") == [26.5, 16.5])
    #expect(try waits(layout, of: "saved", "without observers main.swift:7")[1] == 14.4)
  }

  @Test func observer_thatSends_containsItsAction() throws {
    let events = sorted([
      action(1, 1, 1, "opened"),
      [.observeBegin(ms(3), 1, line: 7, after: 1), .observeEnd(ms(13), 1, line: 7)],
      action(5, 4, 2, "appeared"),
    ])
    #expect(try waits(events, of: "opened", "action appeared = 50%") == [12, 10])
    #expect(try waits(events, of: "appeared", "action appeared = 50%") == [4, 2])
    #expect(try waits(events, of: "opened", "observer main = 50%") == [12, 9])
    #expect(try waits(events, of: "appeared", "without observers main") == [4, nil])
  }

  // MARK: - Removal

  @Test func without_effect_removesItsConsequences() throws {
    #expect(try waits(query, of: "typed", "without effects typed") == [107, 2])
  }

  @Test func without_action_leavesTheEffectThatSentIt() throws {
    #expect(try waits(query, of: "typed", "without actions found") == [107, 103])
  }

  @Test func without_actionOfAnyWrapper_removesIt() throws {
    let events: [WrittenEvent] = [
      .schema(0, version: 10), .actionBegin(ms(1), 1, "app", "list.row.tapped"),
      .actionBegin(ms(2), 2, "list", "row.tapped", parent: 1),
      .actionBegin(ms(3), 3, "row", "tapped", parent: 2), .actionEnd(ms(6), 3),
      .actionEnd(ms(7), 2), .actionEnd(ms(8), 1),
    ]
    for name in ["[app] *", "[list] row.tapped", "[row] tapped"] {
      #expect(try waits(events, of: "tapped", "without actions \(name)") == [7, nil])
    }
  }

  @Test func without_firstAction_removesThePath() throws {
    let report = try report(.simple(query), "without actions typed")
    #expect(report.actions.map(\.countAfter) == [0])
    #expect(report.actions[0].after == nil)
    #expect(report.text().contains("none of which remains after the change"))
  }

  // MARK: - Parallel effects

  @Test func parallel_concatenation_startsTogether() throws {
    let events = sorted([
      action(1, 1, 1, "opened", effect: 4), effect(2, 22, 11, "opened", action: 1),
      effect(22, 52, 12, "opened", action: 1),
    ])
    #expect(try waits(events, of: "opened", "parallel opened, opened") == [51, 31])
  }

  @Test func parallel_chainOfActions_startsTogether() throws {
    let events = sorted([
      action(1, 1, 1, "load", effect: 1), effect(2, 33, 11, "load", action: 1, outputs: 1),
      action(32, 1, 2, "loaded", cause: 11, effect: 1),
      effect(33, 73, 12, "loaded", action: 2),
    ])
    #expect(try waits(events, of: "load", "parallel load, loaded") == [72, 41])
  }

  @Test func parallel_effectsThatAreSoAlready_isRefused() throws {
    let events = sorted([
      action(1, 1, 1, "shown", effect: 3), effect(2, 52, 11, "price", action: 1),
      effect(2, 32, 12, "picture", action: 1),
    ])
    let error = try #require(throws: WhatIfError.self) {
      try report(.simple(events), "parallel price, picture")
    }
    #expect(error.problems.count == 1)
    #expect(error.description.contains("changes nothing"))
  }

  // MARK: - The report

  @Test func report_anyCauses_replaysWithoutAnEndThatIsMissing() throws {
    for number in 0..<12 {
      let seed = UInt64.random(in: .min ... .max)
      var causes = RandomCauses(seed: seed)
      causes.hasSends = number % 4 != 0
      let writer = TraceWriter.simple(causes.events(80 + number * 10))
      let report = try report(writer, "action * = 100%")
      for row in report.actions {
        #expect(row.after == row.before, "seed \(seed)")
        #expect(row.replayed.maxNs >= 0 && row.replayed.maxNs < 1 << 40, "seed \(seed)")
      }
      for change in [
        "action * = 50%", "action *1 = 100ns", "beside actions *2", "without actions *3",
        "effect * = 200%", "effect *1 = 1us", "without effects *2", "observers main = 50%",
        "without observers main", "parallel *, *",
      ] {
        // Some causes have nothing for some changes.
        guard let report = try? self.report(writer, change) else { continue }
        for row in report.actions {
          let most = max(row.after?.maxNs ?? 0, row.afterHigh?.maxNs ?? 0)
          #expect(most >= 0 && most < 1 << 40, "\(change), seed \(seed)")
          #expect(row.countAfter <= row.count)
        }
      }
    }
  }

  @Test func text_removedActions_namesTheActionsOfEachMedian() throws {
    let events = sorted([
      action(1, 1, 1, "viewed"), action(10, 1, 2, "viewed"), action(20, 30, 3, "typed"),
    ])
    let text = try report(.simple(events), "without actions viewed").text(TextLayout(width: 200))
    #expect(
      text.hasPrefix(
        "Users would wait 6.3 % less in total, for 1 of 3 actions: at the median of these 30.0 ms ("
      ),
      "\(text)")
    #expect(text.contains("), where all have 1.00 ms\n"), "\(text)")
  }

  @Test func report_severalChains_hasBoundsAroundThePrediction() throws {
    let events = sorted(
      (0..<30).map { number -> [WrittenEvent] in
        let (id, time) = (UInt64(number + 1), Double(number) * 100 + 1)
        return action(time, 1, id, "typed", effect: 1)
          + effect(time + 1, time + 20 + Double(number), id + 100, "typed", action: id)
      } + [action(5000, 3, 500, "closed")])
    let report = try report(.simple(events), "effect typed = 50%")
    #expect(
      report.changes == [WhatIfReport.Change(text: "effect typed = 50%", kind: .effect, count: 30)])
    #expect(report.actions.map(\.name) == ["typed", "closed"])
    #expect(report.total?.count == 31)
    let row = report.actions[0]
    let (low, after, high) = (
      try #require(row.afterLow), try #require(row.after), try #require(row.afterHigh)
    )
    #expect(row.before.p50Ns == ms(34))
    #expect(after.p50Ns == ms(17.5))
    #expect(low.p50Ns < after.p50Ns && after.p50Ns < high.p50Ns)
    #expect(low.p50Ns > ms(12) && high.p50Ns < ms(22))
    #expect(row.gainNs > 0 && report.actions[1].gainNs == 0)
    let text = report.text()
    #expect(text.hasPrefix("Users would wait 48.4 % less for 31 actions: at the median 17.5 ms ("))
    #expect(text.contains("34.0 ms → 17.5 ms"))
    #expect(text.contains("1 other action as before"))
    for width in [60, 80, 120] {
      for line in report.text(TextLayout(width: width)).split(separator: "\n") {
        #expect(line.count <= width, "\(line)")
      }
    }
  }

  @Test func report_filter_selectsPathsAndChangesAll() throws {
    var options = WhatIfOptions()
    options.filter.names = [NamePattern("opened")]
    let report = try report(
      .simple(rows + [.actionBegin(ms(90), 9, "app", "closed"), .actionEnd(ms(91), 9)]),
      "action * = 200%", options: options)
    #expect(report.actions.map(\.name) == ["opened"])
    #expect(report.isFiltered)
    #expect(report.changes[0].count == 4)
  }

  @Test func report_losses_areSaidAtTheTop() throws {
    let report = try report(
      TraceWriter(streams: [
        [
          TraceWriter.Packet(events: query),
          TraceWriter.Packet(events: [.foreign(ms(500))], discarded: 5),
        ]
      ]), "effect typed = 50%")
    #expect(!report.isComplete)
    #expect(report.text().hasPrefix("WARNING: 5 events were lost."))
  }

  @Test func graph_moreSpansThanTheLimit_leavesOutPaths() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(query).write(to: directory)
      let reader = TraceReader(directory: directory.path)
      let builder = WaitGraphBuilder([], reader.names, limit: 3) { _ in true }
      let paths = CriticalPaths { _, _ in }
      paths.inspect = { builder.add($0, $1, $2) }
      try reader.read(into: [builder, paths])
      #expect(builder.isFull)
      #expect(builder.finished().paths.isEmpty)
    }
  }

  @Test func changes_unknownNames_suggestKnownOnes() throws {
    let error = try #require(throws: WhatIfError.self) {
      try report(
        .simple(layout), "effect savd = 50%", "action zzz = 50%", "effect stored = 1ms",
        "without observers mian")
    }
    #expect(
      error.problems == [
        "The recording has no effect “savd”. Did you mean 'saved'?",
        "The recording has no action “zzz”. It has: [app] saved, [app] stored.",
        "The recording has no effect “stored”. It has an action of that name.",
        "The recording has no observer “mian”. Did you mean 'main'?",
      ])
  }

  // MARK: - The command

  @Test func command_changes_printsTheReport() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(query).write(to: directory)
      let change = "effect typed = 50%"
      let report = try WhatIfReport(
        directories: [directory.path], changes: [WhatIfChange(change)])
      let text = try SignpostExecutable.run("whatif", directory.path, change)
      #expect(text.status == 0)
      #expect(text.output == report.text())
      let json = try SignpostExecutable.run("whatif", directory.path, change, "--json")
      #expect(json.status == 0)
      #expect(json.output == (try report.json()) + "\n")
    }
  }

  @Test func command_problems_haveStatuses() throws {
    try withTemporaryDirectory { directory in
      let change = "effect typed = 50%"
      #expect(try SignpostExecutable.run("whatif", directory.path, change).status == 66)
      try TraceWriter(streams: [
        [
          TraceWriter.Packet(events: query),
          TraceWriter.Packet(events: [.foreign(ms(500))], discarded: 5),
        ]
      ]).write(to: directory)
      #expect(try SignpostExecutable.run("whatif", directory.path).status == 64)
      let text = try SignpostExecutable.run("whatif", directory.path, "effect typed")
      #expect(text.status == 64)
      #expect(text.errors.contains("'effect typed' is no change. Write 'effect NAME = 50%'"))
      let name = try SignpostExecutable.run("whatif", directory.path, "effect tped = 50%")
      #expect(name.status == 64)
      #expect(name.output.isEmpty)
      #expect(name.errors.contains("Did you mean 'typed'?"))
      #expect(try SignpostExecutable.run("whatif", directory.path, change).status == 0)
      let nothing = try SignpostExecutable.run("whatif", directory.path, change, "--name", "tped")
      #expect(nothing.status == 64)
      #expect(nothing.output.isEmpty)
      #expect(nothing.errors.contains("Did you mean 'typed'?"))
      let loss = try SignpostExecutable.run("whatif", directory.path, change, "--fail-on-loss")
      #expect(loss.status == 79)
    }
  }
}
