import Testing

@testable import TraceRecording

struct SessionConfigurationTests {
  private func configuration(
    directory: String = "/tmp/trace", blocking: Bool = false
  ) throws -> SessionConfiguration {
    SessionConfiguration(
      name: "signpost-1", directory: directory,
      buffers: try BufferPlan(
        request: .init(subbufferSize: 65536, subbufferCount: 4),
        machine: .init(processors: 2, freeSharedMemory: nil, pageSize: 4096)),
      blocking: blocking)
  }

  @Test func asksForOurEventsOnly() throws {
    let xml = try configuration().xml
    #expect(xml.contains("<name>composable:*</name>"))
    #expect(xml.contains("<buffer_type>PER_PID</buffer_type>"))
    #expect(xml.contains("<overwrite_mode>DISCARD</overwrite_mode>"))
    #expect(xml.contains("<subbuffer_size>65536</subbuffer_size>"))
    #expect(xml.contains("<subbuffer_count>4</subbuffer_count>"))
    #expect(xml.contains("<blocking_timeout>0</blocking_timeout>"))
  }

  @Test func recordsNoValuesOfStatesUnlessAsked() throws {
    var configuration = try configuration()
    #expect(!configuration.xml.contains("composable_values"))
    configuration.events = EventSelection(includesStateDiffs: true)
    #expect(configuration.xml.contains("<name>composable_values:*</name>"))
  }

  @Test func textsThatAreNotWantedAreNotSelected() throws {
    var configuration = try configuration()
    #expect(configuration.events.rules.map(\.pattern) == ["composable:*"])
    configuration.events = EventSelection(leavingOut: [.logs, .payloads])
    // LTTng 2.13's session daemon crashes when a session with exclusions is listed.
    #expect(!configuration.xml.contains("<exclusion"))
    let left = Set(configuration.events.rules.map(\.pattern))
    let all = Set((EventSelection(leavingOut: .logs).rules.map(\.pattern)) + ["composable:log"])
    #expect(
      all.subtracting(left)
        == [
          "composable:log", "composable:action_payload", "composable:action_data",
          "composable:state_data", "composable:state_digest",
        ])
    #expect(left.contains("composable:action_begin"))
    #expect(configuration.events.environment.isEmpty)
    configuration.events = EventSelection(leavingOut: .messages)
    let withMessages = configuration.events.rules.filter { $0.filter == "message == \"\"" }
    #expect(withMessages.count == 3)
    for rule in withMessages {
      #expect(configuration.events.rules.filter { $0.pattern == rule.pattern }.count == 1)
    }
    #expect(configuration.events.environment.map(\.name) == ["SIGNPOST_MESSAGES"])
  }

  @Test func leavesOutWhatIsLessImportant() throws {
    var configuration = try configuration()
    #expect(!configuration.xml.contains("<loglevel>"))
    configuration.events = EventSelection(level: .info)
    #expect(
      configuration.xml.contains("<loglevel_type>RANGE</loglevel_type><loglevel>6</loglevel>"))
  }

  @Test func waitingForRoomEndsSomeTime() throws {
    #expect(
      try configuration(blocking: true).xml.contains(
        "<blocking_timeout>10000000</blocking_timeout>"))
  }

  @Test func namesOfDirectoriesMayHoldAnything() throws {
    #expect(
      try configuration(directory: "/tmp/a & <b>\n").xml.contains(
        "<path>/tmp/a &amp; &lt;b&gt;&#10;</path>"))
  }

  @Test func noTwoSessionsHaveTheSameName() {
    let names = Set((1...1000).map { _ in RecordingSession.uniqueName(pid: 1) })
    #expect(names.count == 1000)
  }

  @Test func aNameOfAProcessMayLookLikeItsState() {
    let status = ProcessStatus(stat: "12 (a) Z (b) S 34 12 12 0 -1")
    #expect(status?.state == "S")
    #expect(status?.parent == 34)
    #expect(ProcessStatus(stat: "12 (cut") == nil)
  }
}
