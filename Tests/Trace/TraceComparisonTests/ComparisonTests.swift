import Foundation
import Testing
import TextTables

@testable import TraceAnalysis
@testable import TraceComparison

@Suite struct ComparisonTests {
  /// Reports of a program with ten actions whose medians differ between runs, as on a busy machine.
  ///
  /// - Parameters:
  ///   - slowdown: The factor for the durations of the first action in recordings after.
  ///   - interleaved: Whether recordings before and after were made in turn.
  private func recordings(
    _ count: Int, seed: UInt64, slowdown: Double = 1, interleaved: Bool = true
  ) throws -> (before: [Report], after: [Report]) {
    var random = SplitMix(state: seed)
    // Reading JSON takes long in a debug build: once.
    let rows = (0..<10).map { action in
      """
      {"prefix": "app", "name": "action\(action)", "count": 1000, "self_ns": 1,
       "duration": {"count": 1000, "total_ns": 1, "min_ns": 1, "mean_ns": 1,
        "standard_deviation_ns": 1, "p50_ns": 1, "p90_ns": 1, "p99_ns": 1, "max_ns": 1}}
      """
    }
    let template = try Report(
      json: """
        {"is_complete": true, "schema_versions": [3], "actions": [\(rows.joined(separator: ","))]}
        """)
    func report(_ time: Int, _ factor: Double) -> Report {
      var report = template
      report.directory = "r\(time)"
      report.startNs = "\(time)"
      // The whole run is up to 15 % slower or faster, and each action differs by up to 5 % besides.
      let run = Double.random(in: 0.85...1.15, using: &random)
      for action in report.actions.indices {
        let own = Double.random(in: 0.95...1.05, using: &random) * run
        let p50 = Int64(Double(10_000 * (action + 1)) * own * (action == 0 ? factor : 1))
        report.actions[action].selfNs = p50 * 1000
        report.actions[action].duration?.totalNs = p50 * 1000
        report.actions[action].duration?.p50Ns = p50
        report.actions[action].duration?.p90Ns = p50 * 2
        report.actions[action].duration?.p99Ns = p50 * 3
      }
      return report
    }
    var (before, after): ([Report], [Report]) = ([], [])
    for index in 0..<count {
      before.append(report(interleaved ? 2 * index : index, 1))
      after.append(report(interleaved ? 2 * index + 1 : count + index, slowdown))
    }
    return (before, after)
  }

  @Test func unchangedProgramsHaveNoFindingInAtLeast95Of100Pairs() throws {
    let findings = try (1...100).count { seed in
      let (before, after) = try recordings(10, seed: UInt64(seed))
      return Comparison(before, after).verdict != .same
    }
    #expect(findings <= 5)
  }

  @Test func findsTheActionThatBecameSlower() throws {
    let found = try (1...20).count { seed in
      let (before, after) = try recordings(10, seed: UInt64(seed), slowdown: 1.5)
      let comparison = Comparison(before, after)
      let worse = comparison.changes.filter { $0.figure.verdict == .worse }.map(\.name.name)
      #expect(!worse.contains { $0 != "action0" })
      return comparison.verdict == .worse && worse.contains("action0")
    }
    #expect(found == 20)
  }

  @Test func fasterIsBetter() throws {
    let (before, after) = try recordings(10, seed: 1, slowdown: 0.5)
    let comparison = Comparison(before, after)
    #expect(comparison.verdict == .better)
    #expect(Set(comparison.changes.map(\.name.name)) == ["action0"])
  }

  @Test func oneRecordingOfEachHasNoVerdict() throws {
    let (before, after) = try recordings(1, seed: 1, slowdown: 5)
    let comparison = Comparison(before, after)
    #expect(comparison.verdict == .untested)
    #expect(comparison.changes.isEmpty)
    // 30 figures: a complete separation of seven and seven has 2 chances in 3,432.
    #expect(comparison.recordingsNeeded == 7)
    #expect(comparison.text().contains("it takes 7 of each"))
  }

  @Test func setsRecordedOneAfterTheOtherNeedALargeChange() throws {
    let (before, after) = try recordings(10, seed: 1, slowdown: 1.2, interleaved: false)
    let comparison = Comparison(before, after)
    #expect(!comparison.isInterleaved)
    #expect(comparison.verdict == .same)
    #expect(comparison.text().contains("record in turn"))
    let (first, second) = try recordings(10, seed: 1, slowdown: 2, interleaved: false)
    #expect(Comparison(first, second).verdict == .worse)
  }

  @Test func namesThatComeAndGoAreListed() throws {
    var (before, after) = try recordings(8, seed: 1)
    for index in before.indices { before[index].actions[3].name = "old" }
    for index in after.indices { after[index].actions[3].name = "new" }
    let comparison = Comparison(before, after)
    #expect(comparison.rows.filter { $0.presence == .new }.map(\.name.name) == ["new"])
    #expect(comparison.rows.filter { $0.presence == .vanished }.map(\.name.name) == ["old"])
    #expect(comparison.text().contains("Only after"))
  }

  @Test func renamedPrefixesAreOneRow() throws {
    let (old, after) = try recordings(8, seed: 1)
    var before = old
    for set in before.indices {
      for row in before[set].actions.indices { before[set].actions[row].prefix = "old" }
    }
    #expect(Comparison(before, after).rows.allSatisfy { $0.presence != .both })
    var options = ComparisonOptions()
    options.renamedPrefixes = ["old": "app"]
    #expect(Comparison(before, after, options: options).rows.allSatisfy { $0.presence == .both })
  }

  @Test func numbersThatDifferInAllRecordingsChanged() throws {
    let (before, new) = try recordings(8, seed: 1)
    var after = new
    for set in after.indices { after[set].actions[2].count = 1_300 }
    let change = try #require(Comparison(before, after).changes.first)
    #expect(change.metric == .count)
    #expect(change.figure.verdict == .changed)
    #expect(change.figure.before == 1_000)
    #expect(change.figure.after == 1_300)
  }

  @Test func lossesAndOtherSchemasAreObstacles() throws {
    var (before, after) = try recordings(2, seed: 1)
    #expect(Comparison(before, after).obstacles.isEmpty)
    before[0].isComplete = false
    before[0].losses.events = 3
    after[1].schemaVersions = [4]
    #expect(
      Comparison(before, after).obstacles == [
        "r0, before, has lost events: its counts are lower bounds",
        "the trace schemas differ: 3 before, 3, 4 after",
      ])
  }

  @Test func limitsHoldWithoutATest() throws {
    var options = ComparisonOptions()
    options.limits = try ComparisonLimit.read(
      """
      {"limits": [
        {"kind": "action", "prefix": "app", "name": "action*", "metric": "p50_ns", "max": 95000},
        {"name": "action0", "metric": "p50_ns", "max_ratio": 3}
      ]}
      """)
    let (before, after) = try recordings(1, seed: 3, slowdown: 8)
    let comparison = Comparison(before, after, options: options)
    let names = Set(comparison.excesses.map(\.name.name))
    #expect(names.contains("action0"))
    #expect(!names.contains("action1"))
    #expect(comparison.verdict == .worse)
    #expect(comparison.text().contains("Beyond a limit"))
  }

  // MARK: Gates that could not judge

  private func unjudged(
    _ before: [Report], _ after: [Report], limits: String? = nil, map: [String: String] = [:]
  ) throws -> [String] {
    var options = ComparisonOptions()
    if let limits { options.limits = try ComparisonLimit.read("{\"limits\": [\(limits)]}") }
    options.renamedPrefixes = map
    return Comparison(before, after, options: options).unjudged
  }

  @Test func comparison_setsWithoutACommonName_isNotJudged() throws {
    var (before, after) = try recordings(2, seed: 1)
    #expect(try unjudged(before, after) == [])
    for set in after.indices {
      for row in after[set].actions.indices { after[set].actions[row].name += "New" }
    }
    #expect(
      try unjudged(before, after) == ["the recordings before and after have no name in common"])
    before[1].actions = []
    #expect(
      try unjudged(before, before)
        == ["before", "after"].map {
          "r2, \($0), has no action, effect, interval, observer or store"
        })
  }

  @Test func comparison_unknownPrefixOfMap_isNotJudged() throws {
    let (before, after) = try recordings(2, seed: 1)
    #expect(
      try unjudged(before, after, map: ["app": "new", "old": "app"]) == [
        "no recording after has the prefix new of --map",
        "no recording before has the prefix old of --map",
      ])
  }

  @Test func text_figuresBeyondIntegers_areShown() throws {
    var (before, after) = try recordings(7, seed: 1, slowdown: 2)
    for index in after.indices {
      after[index].actions[0].count = .max
      after[index].actions[0].duration?.p50Ns = .max
    }
    var options = ComparisonOptions()
    options.limits = try ComparisonLimit.read(
      """
      {"limits": [
        {"name": "action0", "metric": "p50_ns", "max": -1e30},
        {"name": "action0", "metric": "count", "max": -1e30}
      ]}
      """)
    let text = Comparison(before, after, options: options).text(showsAll: true)
    #expect(text.contains("9,223,372,037 s"))
    #expect(text.contains("1,000,000,000,000,000,000"))
    #expect(text.contains("-1,000,000,000,000,000,000 s"))
  }

  @Test func limits_withoutARowOrEnoughDurations_areNotJudged() throws {
    var (before, after) = try recordings(2, seed: 1)
    #expect(
      try unjudged(before, after, limits: #"{"name": "nothing", "metric": "p50_ns", "max": 1}"#)
        == ["limit 1 applies to no row of the recordings after"])
    let limit = #"{"name": "action0", "metric": "p99_ns", "max": 5}"#
    #expect(try unjudged(before, after, limits: limit) == [])
    for set in after.indices { after[set].actions[0].duration?.count = 199 }
    // The longest of few durations is within the limit, so their percentile is, too.
    #expect(try unjudged(before, after, limits: limit) == [])
    after[0].actions[0].duration?.maxNs = 6
    #expect(
      try unjudged(before, after, limits: limit) == [
        "limit 1 cannot be judged: [app] action0 has fewer than 200 durations in a recording, which "
          + "p99 takes"
      ])
  }

  @Test func comparison_severalRowsOfOneName_isNotJudged() throws {
    var (before, after) = try recordings(2, seed: 1)
    // A report with groups has a row of each name for each group.
    after[1].actions += Array(after[1].actions.prefix(2))
    #expect(try unjudged(before, after) == ["r3, after, has several rows of [app] action0"])
    after[1].actions.removeLast(2)
    before[0].actions[3].prefix = "old"
    before[0].actions[3].name = "action0"
    #expect(
      try unjudged(before, after, map: ["old": "app"])
        == ["r0, before, has several rows of [app] action0"])
  }

  @Test func comparison_differentFiltersOrSelections_isNotJudged() throws {
    var (before, after) = try recordings(1, seed: 1)
    after[0].isFiltered = true
    #expect(try unjudged(before, after) == ["some reports are filtered, and others are not"])
    before[0].isFiltered = true
    let selection = try JSONDecoder().decode(
      Report.Selection.self, from: Data(#"{"kinds": ["actions"]}"#.utf8))
    before[0].selections = [selection]
    #expect(
      try unjudged(before, after) == [
        "r0, before, has a selection of all events",
        "the recordings have different selections of events",
      ])
    after[0].selections = [selection]
    let comparison = Comparison(before, after)
    #expect(comparison.unjudged == [])
    #expect(comparison.obstacles == [])
    #expect(comparison.reservations == [])
  }

  // MARK: Samples

  /// A report of a recording with a tenth of the chains, whose counts are multiplied.
  private func sampled(_ report: Report) throws -> Report {
    var report = report
    report.sampling = try JSONDecoder().decode(
      Report.Sampling.self,
      from: Data(#"{"sample": "1/10", "factor": 10, "chains": 1, "leftOut": []}"#.utf8))
    return report
  }

  @Test func comparison_sample_isAReservationAndNoObstacle() throws {
    let (before, after) = try recordings(1, seed: 1)
    let comparison = Comparison(before, [try sampled(after[0])])
    #expect(comparison.obstacles == [])
    let reservation = "r1, after, leaves out chains, sampled 1/10: its counts are estimates"
    #expect(comparison.reservations == [reservation])
    #expect(comparison.text().contains("WARNING: \(reservation)."))
  }

  @Test func percentile_ofASample_takesRecordedDurations() throws {
    var (before, after) = try recordings(1, seed: 1)
    before[0] = try sampled(before[0])
    after[0] = try sampled(after[0])
    // An estimate of 1,000 durations: 100 were recorded.
    let row = try #require(Comparison(before, after).rows.first { $0.name.name == "action0" })
    #expect(row[.count]?.after == 1_000)
    #expect(row[.p90]?.after != nil)
    #expect(row[.p99] == nil)
    after[0].actions[0].duration?.maxNs = 6
    #expect(
      try unjudged(before, after, limits: #"{"name": "action0", "metric": "p99_ns", "max": 5}"#)
        == [
          "limit 1 cannot be judged: [app] action0 has fewer than 200 durations in a recording, "
            + "which p99 takes"
        ])
  }

  @Test func percentile_ofIntervalsInASample_takesAllDurations() throws {
    let json = """
      {"is_complete": true, "intervals": [{"subsystem": "app", "category": "", "name": "fetch",
        "count": 300, "duration": {"count": 300, "p50_ns": 1, "p90_ns": 1, "p99_ns": 1}}]}
      """
    let report = try sampled(try Report(json: json))
    let row = try #require(Comparison([report], [report]).rows.first)
    #expect(row[.p99]?.after == 1)
  }

  // MARK: Sizes of sets

  @Test func comparison_setsOfDifferentSizes_haveOneCriterion() throws {
    var (before, after) = try recordings(12, seed: 1, slowdown: 3)
    after.removeLast(8)
    // Three figures of one action are tested. A complete separation of 12 and 4 has 2 chances in
    // 1,820; four of each would have 2 in 70.
    for set in before.indices { before[set].actions.removeLast(9) }
    for set in after.indices { after[set].actions.removeLast(9) }
    let comparison = Comparison(before, after)
    #expect(comparison.recordingsNeeded == 5)
    #expect(comparison.hasEnoughRecordings)
    #expect(comparison.verdict == .worse)
    #expect(!comparison.text().contains("Too few recordings"))
    let few = Comparison(Array(before.prefix(4)), after)
    #expect(!few.hasEnoughRecordings)
    #expect(few.verdict == .untested)
    #expect(few.text().contains("it takes 5 of each"))
  }

  // MARK: Levels

  @Test func comparison_levelOfAnAction_isNamedByItsOwnTime() throws {
    var (before, after) = try recordings(10, seed: 1, slowdown: 2)
    func level(_ prefix: String, _ name: String, _ mean: Int64) -> Report.Level {
      Report.Level(prefix: prefix, name: name, count: 10, selfNs: mean * 10, exclusiveNs: 0)
    }
    for set in before.indices {
      before[set].actions[0].levels = [
        level("outer", "app.action0", 5), level("app", "action0", 7),
      ]
      after[set].actions[0].levels = [
        level("outer", "app.action0", 50), level("app", "action0", 8),
      ]
    }
    let comparison = Comparison(before, after)
    let row = try #require(comparison.rows.first { $0.name.name == "action0" })
    #expect(
      row.level == Comparison.Level(prefix: "outer", name: "app.action0", before: 5, after: 50))
    #expect(
      comparison.text().contains(
        "the reducer of [outer] app.action0 itself takes 50 ns on average, 5 ns before."))
    var layout = TextLayout(maximumRows: 1)
    layout.isMarkdown = true
    let text = comparison.text(layout)
    #expect(text.contains(" |\n\nand 2 more (see --limit and --format json)\n"))
    #expect(text.contains("\n\n[app] action0: the reducer of"))
  }

  @Test func namesInOneSet_beyondTheLimit_areCounted() throws {
    let (old, after) = try recordings(1, seed: 1)
    var before = old
    before[0].actions.removeLast(3)
    let text = Comparison(before, after).text(TextLayout(maximumRows: 1))
    #expect(
      text.contains(#/Only after .*\n.*action7 .*\nand 2 more \(see --limit and --format json\)\n/#)
    )
  }

  @Test(arguments: [
    (#"{"limits": [{"metric": "p50_ns"}]}"#, "limit 1 has neither max nor max_ratio."),
    (#"{"limits": [{"max": 3}]}"#, #"limits, limit 1 has no "metric"."#),
    ("{}", #"the file has no "limits"."#),
  ])
  func wrongLimitsAreNamed(json: String, message: String) {
    #expect {
      try ComparisonLimit.read(json)
    } throws: {
      "\($0)" == message
    }
  }

  @Test func markdownIsATable() throws {
    let (before, after) = try recordings(10, seed: 2, slowdown: 1.6)
    var layout = TextLayout()
    layout.isMarkdown = true
    let text = Comparison(before, after).text(layout)
    #expect(text.hasPrefix("**Worse: 10 recordings before, 10 recordings after**"))
    #expect(text.contains("| \\[app\\] action0 | p50 |"))
  }

  @Test func jsonHasAllFigures() throws {
    let (before, after) = try recordings(8, seed: 2, slowdown: 1.6)
    let comparison = Comparison(before, after)
    let json = try comparison.json()
    #expect(json.contains("\"recordings_needed\" : 7"))
    #expect(json.contains("\"verdict\" : \"worse\""))
  }
}
