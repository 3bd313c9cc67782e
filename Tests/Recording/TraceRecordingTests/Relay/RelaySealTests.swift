import Testing

@testable import TraceRecording

@Suite struct RelaySealTests {
  @Test func `the name of the directory says what was lost`() {
    let seal = RelaySeal(discardedEvents: 12, lostPackets: 3)
    #expect(seal.name == "complete-12-3")
    #expect(RelaySeal(name: seal.name) == seal)
  }

  @Test(arguments: [
    "", "complete", "complete-1", "complete-1-2-3", "complete--1-2", "complete-x-0", "ust",
    "incomplete-0-0", "complete-0-",
  ])
  func `other directories are no seals`(name: String) {
    #expect(RelaySeal(name: name) == nil)
  }

  @Test func `the directory is in that of the recording`() {
    let target = RelayTarget(
      relay: RelayAddress(host: "relay"), address: NetworkAddress(bytes: [10, 0, 0, 1]),
      directory: "program-1")
    let xml = RelaySeal(discardedEvents: 0, lostPackets: 0)
      .sessionXML(name: "session-end", target: target, pageSize: 4096)
    #expect(xml.contains("<control_uri>tcp4://10.0.0.1:5342/program-1/complete-0-0</control_uri>"))
    #expect(xml.contains("<name>session-end</name>"))
  }

  @Test func `directories of recordings are distinguished from those that LTTng names`() {
    #expect(RelayTarget.isUniqueDirectory(RelayTarget.uniqueDirectory(program: "a-b c")))
    #expect(!RelayTarget.isUniqueDirectory("auto-20261123-014137"))
    #expect(!RelayTarget.isUniqueDirectory("production"))
    #expect(!RelayTarget.isUniqueDirectory("my-session-20261123-014137"))
  }
}
