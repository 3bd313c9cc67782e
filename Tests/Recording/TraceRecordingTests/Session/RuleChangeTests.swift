import Testing

@testable import TraceRecording

struct RuleChangeTests {
  private func rules(_ source: SourceSelection, _ level: EventSelection.Level = .debug)
    -> [EventSelection.Rule]
  {
    var events = EventSelection(level: level)
    events.source = source
    return events.rules
  }

  private func change(
    _ old: [EventSelection.Rule], _ new: [EventSelection.Rule]
  ) -> [RuleChange.Step] {
    RuleChange(from: old, to: new, session: "s", channel: "c").steps
  }

  /// The events that a step enables or disables.
  private func events(_ step: RuleChange.Step) -> Set<String> {
    Set(step.command.last?.split(separator: ",").map(String.init) ?? [])
  }

  private let ends: Set = [
    "composable:action_end", "composable:effect_output", "composable:effect_end",
    "composable:interval_end", "composable:observe_end", "composable:store_released",
  ]

  @Test func steps_sameRules_areNone() {
    let all = rules(SourceSelection())
    #expect(change(all, all).isEmpty)
  }

  @Test func steps_fromEverything_enableEndsFirstAndKeepThem() throws {
    let steps = change(rules(SourceSelection()), rules(SourceSelection(kinds: [.logs])))
    #expect(steps.map { $0.command[0] } == ["enable-event", "enable-event", "disable-event"])
    #expect(events(steps[0]) == ends)
    #expect(events(steps[1]) == ["composable:schema", "composable:log", "composable:sampling"])
    #expect(events(steps[2]) == ["composable:*"])
    #expect(Set(steps[2].enabled.map(\.pattern)) == events(steps[1]).union(ends))
  }

  @Test func steps_toEverything_disableNothingBefore() throws {
    let narrow = change(rules(SourceSelection()), rules(SourceSelection(kinds: [.logs])))
    let enabled = try #require(narrow.last).enabled
    let steps = change(enabled, rules(SourceSelection()))
    #expect(steps.map { $0.command[0] } == ["enable-event", "disable-event"])
    #expect(events(steps[0]) == ["composable:*"])
    #expect(events(steps[1]) == Set(enabled.map(\.pattern)))
    #expect(steps[1].enabled == rules(SourceSelection()))
  }

  @Test func steps_otherKinds_disableBeginsAlone() throws {
    let steps = change(
      rules(SourceSelection(kinds: [.intervals])), rules(SourceSelection(kinds: [.stores])))
    #expect(events(steps[0]) == ["composable:store_released"])
    #expect(events(steps[1]) == ["composable:store_created"])
    #expect(events(steps[2]) == ["composable:interval_begin"])
  }

  @Test func steps_levelsAndFilters_areOptions() {
    let info = change(
      rules(SourceSelection(kinds: [.logs]), .info),
      rules(SourceSelection(kinds: [.stores]), .info))
    #expect(info[0].command.contains("--loglevel=INFO"))
    let filtered = change(
      [], [.init(pattern: "composable:event", level: nil, filter: "message == \"\"")])
    #expect(
      filtered.map(\.command) == [
        [
          "enable-event", "--userspace", "--session=s", "--channel=c",
          "--filter=message == \"\"", "composable:event",
        ]
      ])
  }
}
