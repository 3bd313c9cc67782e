import SystemSupport
import Testing

@testable import TraceRecording

@Suite struct MachineAnswerTests {
  private func answer(_ output: String, errors: String = "", code: Int32 = 0) -> MachineAnswer {
    MachineAnswer(
      reason: .exited(code),
      document: """
        <?xml version="1.0" encoding="UTF-8"?>
        <command xmlns="https://lttng.org/xml/ns/lttng-mi" schemaVersion="4.1"><name>list</name>\
        <output>\(output)</output></command>
        """,
      errors: errors)
  }

  @Test func sessions() {
    let sessions = answer(
      """
      <sessions><session><name>b</name><path></path><enabled>true</enabled>\
      <snapshot_mode>1</snapshot_mode><live_timer_interval>0</live_timer_interval></session>\
      <session><name>a &amp; c</name><path>/tmp/a</path><enabled>false</enabled>\
      <snapshot_mode>0</snapshot_mode><live_timer_interval>1000000</live_timer_interval></session>\
      </sessions>
      """
    ).sessions
    #expect(sessions.map(\.name) == ["b", "a & c"])
    #expect(sessions.map(\.path) == ["", "/tmp/a"])
    #expect(sessions.map(\.isActive) == [true, false])
    #expect(sessions.map(\.isSnapshot) == [true, false])
    #expect(sessions.map(\.liveTimerInterval) == [0, 1_000_000])
  }

  @Test func channelsAndTheirLosses() throws {
    let session = try #require(
      answer(
        """
        <sessions><session><name>a</name><path>/tmp/a</path><enabled>true</enabled><domains>\
        <domain><type>UST</type><buffer_type>PER_PID</buffer_type><channels><channel><name>c</name>\
        <attributes><overwrite_mode>OVERWRITE</overwrite_mode><subbuffer_size>16384</subbuffer_size>\
        <subbuffer_count>4</subbuffer_count><discarded_events>9223372036854782720</discarded_events>\
        <lost_packets>2</lost_packets></attributes><events><event><name>composable:*</name></event>\
        </events></channel><channel><name>d</name><attributes>\
        <discarded_events>3</discarded_events></attributes></channel></channels></domain></domains>\
        </session></sessions>
        """
      ).sessions.first)
    #expect(session.channels.map(\.name) == ["c", "d"])
    #expect(session.channels[0].overwrites)
    #expect(session.channels[0].bufferType == "PER_PID")
    #expect(session.channels[0].subbufferSize == 16384)
    #expect(session.channels[0].events == ["composable:*"])
    // LTTng counts half the range too high at times.
    #expect(session.discardedEvents == 6912 + 3)
    #expect(session.lostPackets == 2)
  }

  @Test func processesAreThoseOfAllDomains() {
    let processes = answer(
      """
      <domains><domain><type>UST</type><pids><pid><id>42</id><name>my server</name></pid>\
      <pid><id>43</id><name>b</name></pid></pids></domain></domains>
      """
    ).processes
    #expect(processes.map(\.pid) == [42, 43])
    #expect(processes.map(\.name) == ["my server", "b"])
  }

  @Test func answer_triggersAndVersion_areRead() {
    #expect(
      answer("<triggers><trigger><name>t1</name></trigger></triggers>").triggers == ["t1"])
    let version = answer(
      "<version><string>2.13.9</string><major>2</major><minor>13</minor></version>"
    ).version
    #expect(version?.description == "2.13.9")
    #expect(version?.minor == 13)
  }

  @Test func noSessionIsAnAnswer() {
    #expect(answer("<sessions/>").succeeded)
    #expect(answer("<sessions/>").sessions.isEmpty)
  }

  @Test(arguments: ["", "<?xml version=\"1.0\"?><command><output>", "Error: no daemon"])
  func anAnswerThatIsCutOffIsNone(document: String) {
    let answer = MachineAnswer(reason: .exited(0), document: document, errors: "")
    #expect(!answer.succeeded)
    #expect(answer.sessions.isEmpty)
  }

  @Test func errorsAreQuoted() {
    let failed = answer("", errors: "Error: a\nError: b\n", code: 1)
    #expect(failed.complaint == "  Error: a\n  Error: b")
    #expect(answer("", code: 3).complaint == "  lttng ended with code 3")
    #expect(!answer("<sessions/>", code: 1).succeeded)
  }
}
