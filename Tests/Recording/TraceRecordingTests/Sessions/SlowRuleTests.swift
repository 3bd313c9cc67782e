import Testing

@testable import TraceRecording

@Suite struct SlowRuleTests {
  @Test func withoutAPrefixItIncludesObservers() {
    let rule = SlowRule(limit: 16_000_000)
    #expect(rule.pattern == "composable_latency:*")
    #expect(rule.filter == "duration > 16000000")
    #expect(rule.text == "16ms")
  }

  @Test func aPrefixAndAnActionLimitItToReducers() {
    let rule = SlowRule(limit: 1500, prefix: "todos", action: "load*")
    #expect(rule.pattern == "composable_latency:reduce")
    #expect(rule.filter == #"duration > 1500 && prefix == "todos" && name == "load*""#)
    #expect(rule.text == "1500ns:todos:load*")
    #expect(SlowRule(limit: 2_000_000_000, action: "a").text == "2s:*:a")
  }

  @Test func quotesCannotEndAText() {
    #expect(
      SlowRule(limit: 1, prefix: #"a" || "\"#).filter == #"duration > 1 && prefix == "a\" || \"\\""#
    )
  }

  @Test func aSessionRecordsEachEventByOneRule() {
    let rules = EventSelection.rules(for: [
      SlowRule(limit: 16), SlowRule(limit: 8, prefix: "a"), SlowRule(limit: 4),
    ])
    #expect(rules.map(\.pattern) == ["composable_latency:reduce", "composable_latency:observer"])
    #expect(
      rules.map(\.filter) == [
        #"(duration > 16) || (duration > 8 && prefix == "a") || (duration > 4)"#, "duration > 4",
      ])
    #expect(EventSelection.rules(for: []).isEmpty)
  }

  @Test func filtersAreEscapedForXML() {
    let xml = EventSelection.rules(for: [SlowRule(limit: 8, prefix: "a<b")])[0].xml
    #expect(xml.contains(#"<filter>(duration &gt; 8 &amp;&amp; prefix == "a&lt;b")</filter>"#))
  }

  /// A dump of many stores must not overwrite the events between the dumps.
  @Test func separatesStateDumps_eachEventIsRecordedOnce() {
    var selection = EventSelection(leavingOut: .messages)
    selection.separatesStateDumps = true
    for name in ["composable:store_created", "composable:effect_begin"] {
      #expect(
        selection.rules.filter { $0.pattern == name }.map(\.filter) == ["announced == 0"])
      #expect(
        selection.stateDumpRules.filter { $0.pattern == name }.map(\.filter)
          == ["announced != 0"])
    }
    #expect(selection.rules.contains { $0.pattern == "composable:action_begin" })
    #expect(!selection.rules.contains { $0.pattern.hasSuffix("*") })
    for name in ["composable:schema", "composable:sampling"] {
      #expect(!selection.rules.contains { $0.pattern == name })
      #expect(selection.stateDumpRules.count { $0.pattern == name } == 1)
    }
    #expect(selection.stateDumpRules.count == 4)
  }

  @Test func aFlightRecorderOverwritesBuffersThatOutliveProcesses() throws {
    var configuration = SessionConfiguration(
      name: "s", directory: "/t",
      buffers: try BufferPlan(
        request: .init(), machine: .init(processors: 1, freeSharedMemory: nil, pageSize: 4096)),
      blocking: false)
    configuration.isSnapshot = true
    configuration.tracked = [42]
    let xml = configuration.xml
    #expect(xml.contains("<buffer_type>PER_UID</buffer_type>"))
    #expect(xml.contains("<overwrite_mode>OVERWRITE</overwrite_mode>"))
    #expect(xml.contains("<snapshot_mode>true</snapshot_mode>"))
    #expect(xml.contains("<type>VPID</type>"))
    #expect(xml.contains("<vpid><id>42</id></vpid>"))
    #expect(
      configuration.start == [
        [
          "add-context", "--userspace", "--session=s", "--channel=composable", "--type=pid_ns",
        ],
        [
          "add-context", "--userspace", "--session=s", "--channel=composable-state",
          "--type=pid_ns",
        ],
        ["start", "s"],
      ])
  }
}
