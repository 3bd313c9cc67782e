import RecordingManifests
import Testing
import TraceSchema

@testable import TraceRecording

struct SourceSelectionTests {
  private func patterns(_ source: SourceSelection, _ events: EventSelection = .init()) -> [String] {
    var events = events
    events.source = source
    return events.rules.map(\.pattern)
  }

  @Test func rules_everything_areOnePattern() {
    #expect(SourceSelection().isEverything)
    #expect(patterns(SourceSelection()) == ["composable:*"])
    #expect(SourceSelection().manifest(since: nil).isEverything)
  }

  @Test func events_allKinds_areAllOfTheProvider() {
    let all = TraceSchema.Event.allCases.filter { $0.provider == .composable }
    #expect(SourceSelection().events == Set(all))
  }

  @Test(arguments: [
    ([EventKind.stores], [EventKind.stores]),
    ([.logs, .intervals], [.intervals, .logs]),
    ([.actions], [.actions, .stores]),
    ([.effects], [.actions, .effects, .stores]),
    ([.sends], [.actions, .sends, .stores]),
    ([.observers, .scopes], [.scopes, .observers, .stores]),
  ])
  func kinds_someRequireOthers_areCompleted(kinds: [EventKind], recorded: [EventKind]) {
    let selection = SourceSelection(kinds: Set(kinds))
    #expect(selection.recordedKinds == Set(recorded))
    #expect(selection.manifest(since: nil).kinds.map(Set.init) == Set(recorded.map(\.rawValue)))
  }

  @Test func kinds_patterns_leaveOutEventsWithoutPrefixOrName() {
    let byName = SourceSelection(names: ["load*"])
    #expect(Set(EventKind.allCases).subtracting(byName.recordedKinds) == [.observers, .scopes])
    let byPrefix = SourceSelection(prefixes: ["todos"])
    #expect(
      Set(EventKind.allCases).subtracting(byPrefix.recordedKinds)
        == [.observers, .scopes, .sends, .logs])
    let named = SourceSelection(kinds: [.actions, .observers], prefixes: ["todos"])
    #expect(named.recordedKinds.contains(.observers))
  }

  @Test func rules_kinds_respectOtherOptions() {
    #expect(
      patterns(SourceSelection(kinds: [.logs])) == [
        "composable:schema", "composable:log", "composable:sampling",
      ])
    #expect(
      !patterns(SourceSelection(kinds: [.logs]), EventSelection(leavingOut: .logs))
        .contains("composable:log"))
    let intervals = patterns(
      SourceSelection(kinds: [.intervals]), EventSelection(leavingOut: .messages))
    #expect(intervals.filter { $0 == "composable:interval_end" }.count == 1)
    #expect(!intervals.contains("composable:event"))
    var flight = EventSelection()
    flight.separatesStateDumps = true
    flight.source = SourceSelection(kinds: [.logs])
    #expect(flight.stateDumpRules.map(\.pattern) == ["composable:schema", "composable:sampling"])
  }

  @Test func patternLines_prefixesAndNames_haveTheirKinds() {
    let selection = SourceSelection(prefixes: ["todos", "*.x"], names: ["a b"])
    #expect(selection.patternLines == "ptodos\np*.x\nna b")
    #expect(SourceSelection().patternLines.isEmpty)
  }

  /// `set` refuses the same as `record`.
  @Test func objection_optionsThatLeaveItOut_isTheReason() throws {
    func objection(
      _ selection: SourceSelection, _ change: (inout EventSelection) -> Void = { _ in }
    ) -> String {
      var events = EventSelection()
      change(&events)
      return events.objection(to: selection) ?? ""
    }
    let (todos, sends) = (SourceSelection(prefixes: ["todos"]), SourceSelection(kinds: [.sends]))
    #expect(objection(todos).isEmpty)
    #expect(objection(todos) { $0.sample = ChainSample("1/2") }.contains("chains of actions"))
    #expect(objection(todos) { $0.maxRate = ActionRate("5/s") }.contains("chains of actions"))
    #expect(objection(SourceSelection(kinds: [.logs])) { $0.sample = ChainSample("1/2") }.isEmpty)
    #expect(objection(sends) { $0.level = .info } == "--loglevel info leaves out --kind sends")
    let logs = SourceSelection(kinds: [.logs])
    #expect(objection(logs) { $0.level = .info }.isEmpty)
    #expect(objection(logs) { $0.leavesOut = .logs } == "--no-logs leaves out --kind logs")
    #expect(
      objection(SourceSelection(kinds: [.payloads])) { $0.leavesOut = .payloads }
        == "--no-payloads leaves out --kind payloads")
    let slow = SlowRule(limit: 16_000_000)
    for selection in [todos, logs] {
      #expect(objection(selection) { $0.slow = [slow] }.hasPrefix("--on-slow"))
    }
    #expect(objection(SourceSelection(kinds: [.effects])) { $0.slow = [slow] }.isEmpty)
    let kinds = [(SnapshotCondition.failedEffect, EventKind.effects), (.queue(3), .sends)]
    for (condition, kind) in kinds {
      let option = condition.option
      #expect(objection(todos) { $0.conditions = [condition] }.hasPrefix(option))
      #expect(objection(logs) { $0.conditions = [condition] }.hasPrefix(option))
      #expect(objection(SourceSelection(kinds: [kind])) { $0.conditions = [condition] }.isEmpty)
    }
    #expect(
      objection(SourceSelection()) { ($0.level, $0.conditions) = (.info, [.queue(3)]) }
        == "--loglevel info leaves out the sends of --on-queue")
    #expect(objection(todos) { $0.conditions = [.memory(ByteCount(1))] }.isEmpty)
  }

  @Test func objectionToPatterns_moreThanAPage_isTheReason() {
    let long = String(repeating: "x", count: 3_000)
    #expect(SourceSelection(prefixes: [long]).objectionToPatterns == nil)
    #expect(SourceSelection(prefixes: [long], names: [long]).objectionToPatterns != nil)
  }

  @Test(arguments: [
    SourceSelection(), .init(kinds: [.actions]), .init(prefixes: ["todos"]),
    .init(kinds: Set(EventKind.allCases), names: ["load"]),
  ])
  func init_entryOfAManifest_recordsTheSame(selection: SourceSelection) {
    let again = SourceSelection(selection.manifest(since: nil))
    #expect(again.recordedKinds == selection.recordedKinds)
    #expect(again.patternLines == selection.patternLines)
    #expect(again.isEverything == selection.isEverything)
  }

  @Test func request_optionsThatAreNotGiven_stay() {
    let selection = SourceSelection(kinds: [.logs], prefixes: ["todos"], names: ["load"])
    #expect(SelectionRequest().applied(to: selection) == selection)
    #expect(
      SelectionRequest(prefixes: []).applied(to: selection)
        == SourceSelection(kinds: [.logs], names: ["load"]))
    #expect(SelectionRequest(kinds: []).applied(to: selection).kinds == nil)
    #expect(SelectionRequest(kinds: [.actions]).applied(to: selection).kinds == [.actions])
  }
}
