import Foundation
import TestSupport
import Testing

@testable import TraceRecording

/// Traces whose files a process with the name of LTTng's consumers has open.
@Suite struct UnfinishedTracesTests {
  /// A process that is called like a consumer, and has a file open until it is ended.
  private func withConsumer<Result>(
    of file: String, in scratch: ScratchDirectory, _ body: (pid_t) throws -> Result
  ) throws -> Result {
    let name = scratch.path("lttng-consumerd")
    if !scratch.exists("lttng-consumerd") {
      try FileManager.default.copyItem(
        atPath: Command.run(["readlink", "-f", "/bin/sh"]).output
          .trimmingCharacters(in: .newlines), toPath: name)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "exec 3>> \"$0\"; exec \"$1\" -c 'read line'", file, name]
    process.standardInput = Pipe()
    try process.run()
    defer {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    let comm = "/proc/\(process.processIdentifier)/comm"
    while (try? String(contentsOfFile: comm, encoding: .utf8))?.hasPrefix("lttng") != true {
      usleep(1000)
    }
    return try body(process.processIdentifier)
  }

  @Test func filesOfEndedProcessesAreWaitedFor() throws {
    let scratch = try ScratchDirectory()
    let ended = try Command.run(["sh", "-c", "echo $$"]).output
      .trimmingCharacters(in: .newlines)
    let names = ["a-b-\(ended)-20261122-101500", "me-\(getpid())-20261122-101500", "odd"]
    for name in names { try scratch.file("ust/pid/\(name)/metadata", "") }
    let metadata = names.map { scratch.path("ust/pid/\($0)/metadata") }
    func find(_ candidates: [pid_t] = []) -> [String] {
      UnfinishedTraces(directory: scratch.directory, candidates: candidates).find()
    }
    #expect(find() == [])
    try withConsumer(of: metadata[0], in: scratch) { consumer in
      #expect(find() == [names[0]])
      #expect(find([getpid(), consumer]) == [names[0]])
      #expect(find([getpid()]) == [])
    }
    #expect(find() == [])
    // A process that still runs goes on writing: the session has been stopped for it.
    try withConsumer(of: metadata[1], in: scratch) { _ in #expect(find() == []) }
    try withConsumer(of: metadata[2], in: scratch) { _ in #expect(find() == []) }
  }

  @Test func haveGivenUpFiles_fileOfARunningProcessIsClosed_onlyOfItsLatestTrace() throws {
    let scratch = try ScratchDirectory()
    let own = "me-\(getpid())"
    func haveGivenUp(_ consumer: pid_t) -> Bool? {
      UnfinishedTraces(directory: scratch.directory, candidates: [consumer]).haveGivenUpFiles
    }
    try scratch.file("ust/pid/\(own)-20261122-101500/metadata", "")
    let latest = scratch.path("ust/pid/\(own)-20261122-101501/metadata")
    try scratch.file("ust/pid/\(own)-20261122-101501/metadata", "")
    let ended = try Command.run(["sh", "-c", "echo $$"]).output.trimmingCharacters(in: .newlines)
    try scratch.file("ust/pid/a-\(ended)-20261122-101500/metadata", "")
    try withConsumer(of: latest, in: scratch) { consumer in
      #expect(haveGivenUp(consumer) == false)
      try scratch.file("ust/pid/\(own)-20261122-101501/channel_0", "")
      #expect(haveGivenUp(consumer) == true)
      // The chunk that is written now.
      try scratch.file("20261122T101502+0000-1/ust/pid/\(own)-20261122-101501/metadata", "")
      #expect(haveGivenUp(consumer) == true)
    }
    #expect(haveGivenUp(getpid() + 1) == nil)
    let chunk = scratch.path("20261122T101502+0000-1/ust/pid/\(own)-20261122-101501/metadata")
    try withConsumer(of: chunk, in: scratch) { #expect(haveGivenUp($0) == false) }
  }

  @Test(arguments: [
    ("Counter-4242-20261122-101500", 4242), ("my-app-7-20261122-101500", 7), ("", nil),
    ("a-20261122-101500", nil), ("a-x-20261122-101500", nil),
  ])
  func directoriesAreCalledAfterProcesses(_ name: String, _ process: pid_t?) {
    #expect(UnfinishedTraces.process(of: name) == process)
  }
}
