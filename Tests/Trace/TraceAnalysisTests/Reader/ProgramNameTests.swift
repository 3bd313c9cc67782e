import Foundation
import Glibc
import TestSupport
import Testing

@testable import TraceAnalysis

/// Names of programs that LTTng writes into traces as they are.
@Suite struct ProgramNameTests {
  private func writer(named literal: String) -> TraceWriter {
    var writer = TraceWriter.simple([.schema(1), .actionBegin(2, 1, "app", "tap")])
    writer.hasContexts = false
    writer.environment = [("vpid", "7"), ("procname", "\"\(literal)\"")]
    return writer
  }

  @Test(
    arguments: [
      (#"a"b"#, #"a"b"#), (#"a\b"#, #"a\b"#), (#"a"; }; b\"#, #"a"; }; b\"#), (#"""#, #"""#),
      // As a version that adds escapes does.
      (#"a\"b"#, #"a"b"#), (#"a\\b"#, #"a\b"#), ("plain", "plain"),
    ])
  func read_nameWithQuoteOrBackslash_isTheName(literal: String, name: String) throws {
    try withTemporaryDirectory { directory in
      try writer(named: literal).write(to: directory)
      let report = try Report(directory: directory.path)
      #expect(report.processes.map(\.name) == [name])
      #expect(report.events.total == 2)
      #expect(report.damage.isEmpty)
      #expect(report.isComplete)
    }
  }

  /// The name of the process whose first events are written by a thread, then by the main thread.
  private func name(
    program: String, thread: String, main: String? = nil, isSchemaLate: Bool = false
  ) throws -> [String] {
    var events: [WrittenEvent] = [
      .schema(isSchemaLate ? 3 : 1, version: 8, program: program)
        .in(process: 7, thread: 9, named: thread),
      .storeCreated(2, 1).in(process: 7, thread: 9, named: thread),
    ].sorted { $0.time < $1.time }
    if let main { events.append(.storeReleased(4, 1).in(process: 7, thread: 7, named: main)) }
    return try withTemporaryDirectory { directory in
      try TraceWriter.simple(events).write(to: directory)
      return try Report(directory: directory.path).processes.map(\.name)
    }
  }

  @Test func read_firstEventsAreOfAThread_programNamesTheProcess() throws {
    let thread = "-qos.overcommit"
    #expect(try name(program: "shop", thread: thread) == ["shop"])
    #expect(try name(program: "shop", thread: thread, isSchemaLate: true) == ["shop"])
    #expect(try name(program: "shop", thread: thread, main: "shop") == ["shop"])
    // As before version 8.
    #expect(try name(program: "", thread: thread) == [thread])
    #expect(try name(program: "", thread: thread, main: "shop") == ["shop"])
  }

  // A program has the same name whether its main thread or another one emits the first event.
  @Test func read_programWithLongName_isCutAsNamesOfThreads() throws {
    #expect(try name(program: "an-elaborate-shop", thread: "worker") == ["an-elaborate-sh"])
    #expect(try name(program: "an-elaborate-sh\u{e9}", thread: "worker") == ["an-elaborate-sh"])
  }

  // LTTng names the directory of a process after its first 15 bytes.
  @Test func read_directoryNameCutWithinCharacter_isRead() throws {
    let scratch = try ScratchDirectory()
    let plain = scratch.path("trace/ust/pid/plain")
    try writer(named: "café").write(to: URL(fileURLWithPath: plain))
    var bytes = Array(scratch.path("trace/ust/pid/caf").utf8CString.dropLast())
    bytes += [CChar(bitPattern: 0xc3)] + Array("-7-20261125".utf8CString)
    #expect(rename(plain, bytes) == 0)
    let report = try Report(directory: scratch.path("trace"))
    #expect(report.events.total == 2)
    #expect(report.damage.isEmpty)
    #expect(report.processes.map(\.name) == ["café"])

    // Damage names the directory; a truncated stream is read up to its end.
    let stream = bytes.dropLast() + Array("/ch_0".utf8CString)
    #expect(truncate(Array(stream), 150) == 0)
    let damaged = try Report(directory: scratch.path("trace"))
    #expect(
      damaged.damage.map(\.path) == [scratch.path("trace/ust/pid/caf\u{fffd}-7-20261125/ch_0")])
  }
}
