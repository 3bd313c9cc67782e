import TestSupport
import Testing

@testable import TraceRecording

struct ProtocolVersionTests {
  @Test(arguments: [
    ("lttng-ust-sock-8\0", 8), ("\0/run/lttng/lttng-ust-sock-%u\0lttng-ust-sock-11\0", 11),
    ("lttng-ust-sock-8", 8), ("lttng-ust-sock-", nil), ("", nil), ("something else", nil),
  ])
  func isFoundAmongOtherBytes(text: String, version: Int?) throws {
    let scratch = try ScratchDirectory()
    let file = try scratch.file("library", text)
    #expect(ProtocolVersion.find(inFiles: [file]) == version)
  }

  @Test func theFirstFileThatHasOneCounts() throws {
    let scratch = try ScratchDirectory()
    let files = [scratch.path("missing"), try scratch.file("a", "x")]
    #expect(ProtocolVersion.find(inFiles: files) == nil)
    #expect(
      ProtocolVersion.find(inFiles: files + [try scratch.file("b", "lttng-ust-sock-8")]) == 8)
  }
}
