import Testing

@testable import TraceRecording

struct LTTngVersionTests {
  @Test(arguments: [
    ("2.13.9", LTTngVersion(2, 13, 9)), ("2.15.0-rc1", LTTngVersion(2, 15, 0)),
    ("2.16", LTTngVersion(2, 16)),
  ])
  func isRead(text: String, version: LTTngVersion) {
    #expect(LTTngVersion(text) == version)
  }

  @Test(arguments: ["", "2", "none", "2.x.1"]) func isNotRead(text: String) {
    #expect(LTTngVersion(text) == nil)
  }

  @Test func numbersAreComparedAsNumbers() {
    #expect(LTTngVersion(2, 9, 13) < LTTngVersion(2, 13, 9))
    #expect(!(LTTngVersion(2, 15) < LTTngVersion(2, 15)))
  }

  @Test func theChannelOfTheDescriptionIsAskedForWhereItIsKnown() {
    #expect(SessionConfiguration.hasMetadataChannel(LTTngVersion(2, 13, 9)))
    #expect(!SessionConfiguration.hasMetadataChannel(LTTngVersion(2, 15, 1)))
    #expect(!SessionConfiguration.hasMetadataChannel(nil))
  }

  @Test func socketsNameTheVersionOfTheirProtocol() {
    #expect(ProgramSocket(path: "/run/lttng/lttng-ust-sock-11")?.version == 11)
    #expect(ProgramSocket(path: "/run/lttng/lttng-ust-sock-8")?.version == 8)
    #expect(ProgramSocket(path: "/run/lttng/lttng-ust-wait-8-0") == nil)
    #expect(ProgramSocket(path: "/run/lttng/client-lttng-sessiond") == nil)
  }
}
