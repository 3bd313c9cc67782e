import TestSupport
import SystemSupport
import Testing

@testable import TraceRecording

struct DaemonLogTests {
  @Test func eachErrorIsQuotedOnce() throws {
    let scratch = try ScratchDirectory()
    let path = try scratch.file(
      "log",
      """
      PERROR - 10:15:00.123456789 [12/13]: ftruncate: No space left on device (in a() at b.c:1)
      PERROR - 10:15:00.999999999 [12/14]: ftruncate: No space left on device (in a() at b.c:1)
      Warning: something odd
      Error: no room

      """)
    let log = DaemonLog(path: path, skipping: false)
    #expect(
      log.quoteErrors() == """
        The session daemon reported:
          Error: ftruncate: No space left on device (in a() at b.c:1)
          Error: no room
        """)
    #expect(log.quoteErrors() == nil)
    try scratch.file("log", log.text + "Error: no room\nError: no end\n")
    #expect(log.quoteErrors() == "The session daemon reported:\n  Error: no end")
  }

  @Test func errorsFromBeforeTheRecordingAreLeftOut() throws {
    let scratch = try ScratchDirectory()
    let path = try scratch.file("log", "Error: of an earlier recording\n")
    let log = DaemonLog(path: path, skipping: true)
    #expect(log.quoteErrors() == nil)
    try scratch.file("log", "Error: of an earlier recording\nError: new\n")
    #expect(log.quoteErrors() == "The session daemon reported:\n  Error: new")
  }

  @Test func withoutALogThereIsNothingToQuote() {
    #expect(DaemonLog(path: "/no/such/log", skipping: true).quoteErrors() == nil)
  }

  @Test func aFailureOfTheClientQuotesTheDaemonOnce() throws {
    let scratch = try ScratchDirectory()
    let path = try scratch.file("log", "Error: no buffers\n")
    let log = DaemonLog(path: path, skipping: false)
    let answer = LTTngClient.Answer(reason: .exited(1), text: "Error: cannot start\n", log: log)
    #expect(
      answer.complaint
        == "  Error: cannot start\nThe session daemon reported:\n  Error: no buffers")
    let next = MachineAnswer(reason: .exited(1), document: "", errors: "Error: again", log: log)
    #expect(next.complaint == "  Error: again")
  }
}
