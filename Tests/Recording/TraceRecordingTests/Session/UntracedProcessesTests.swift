import Glibc
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
    #expect(!untraced.areAll)
  }

  /// LTTng has cut the name of the program within a character.
  @Test func names_directoryNotUTF8_areOfThoseWithoutStreams() throws {
    let scratch = try ScratchDirectory()
    try scratch.file("trace/ust/pid/a-1-20261122-101500/metadata", "")
    let directory = Array("\(scratch.path("trace"))/ust/pid/b".utf8) + [0xc3]
    let name = (directory + Array("-2-20261122-101501".utf8) + [0]).map { CChar(bitPattern: $0) }
    try #require(mkdir(name, 0o700) == 0)
    let untraced = UntracedProcesses(trace: scratch.path("trace"))
    #expect(untraced.names == ["a-1-20261122-101500", "b\u{fffd}-2-20261122-101501"])
    #expect(untraced.areAll)
    for file in ["metadata", "composable_0"] {
      let path = name.dropLast() + "/\(file)".utf8CString
      let descriptor = open(Array(path), O_WRONLY | O_CREAT, 0o600)
      try #require(write(descriptor, "x", 1) == 1)
      close(descriptor)
    }
    let others = UntracedProcesses(trace: scratch.path("trace"))
    #expect(others.names == ["a-1-20261122-101500"])
    #expect(!others.areAll)
  }

  @Test func errorsAloneAreNoUntracedProcess() throws {
    let scratch = try ScratchDirectory()
    let log = try scratch.file("log", "Error: something else\n")
    let untraced = UntracedProcesses(trace: scratch.path("trace"))
    #expect(untraced.message(log: DaemonLog(path: log, skipping: false)) == nil)
  }
}
