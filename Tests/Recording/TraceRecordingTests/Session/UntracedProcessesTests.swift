import TestSupport
import Testing

@testable import TraceRecording

struct UntracedProcessesTests {
  @Test func aTraceWithoutStreamsIsNamed() throws {
    let scratch = try ScratchDirectory()
    for name in ["a-1-20261122-101500", "b-2-20261122-101501"] {
      try scratch.file("trace/ust/pid/\(name)/metadata", "/* CTF 1.8 */")
      try scratch.file("trace/ust/pid/\(name)/index/.keep", "")
    }
    try scratch.file("trace/ust/pid/a-1-20261122-101500/composable_0", "")
    try scratch.file("trace/ust/pid/c-3-20261122-101502/metadata", "")
    try scratch.file("trace/ust/pid/c-3-20261122-101502/composable_0", "")
    let log = try scratch.file("log", "PERROR - no limit\nError: no room\nError: no room\n")
    let untraced = UntracedProcesses(trace: scratch.path("trace"))
    #expect(untraced.names == ["b-2-20261122-101501", "c-3-20261122-101502"])
    let message = try #require(untraced.message(log: DaemonLog(path: log, skipping: false)))
    #expect(message.contains("b-2-20261122-101501"))
    #expect(message.contains("Error: no room"))
  }

  @Test func errorsAloneAreNoUntracedProcess() throws {
    let scratch = try ScratchDirectory()
    let log = try scratch.file("log", "Error: something else\n")
    let untraced = UntracedProcesses(trace: scratch.path("trace"))
    #expect(untraced.message(log: DaemonLog(path: log, skipping: false)) == nil)
  }
}
