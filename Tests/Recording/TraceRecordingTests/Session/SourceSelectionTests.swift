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
