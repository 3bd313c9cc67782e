import Testing

@testable import TraceRecording

@Suite struct BackgroundRecorderTests {
  @Test(arguments: ["/tmp/trace", "/tmp/two\nlines", "/tmp/\u{1}ready"])
  func takeLine_report_hasTheWholeDirectory(directory: String) throws {
    var output = Array("a message\n".utf8) + Array(BackgroundRecorder.report(directory).utf8)
    #expect(BackgroundRecorder.takeLine(of: &output) == "a message")
    var part = Array(output.dropLast())
    #expect(BackgroundRecorder.takeLine(of: &part) == nil)
    let report = try #require(BackgroundRecorder.takeLine(of: &output))
    #expect(report.hasSuffix(directory))
    #expect(output == [])
  }
}
