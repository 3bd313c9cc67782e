import Glibc
import TestSupport
import Testing
import TraceExport

@Suite struct UnfinishedFileTests {
  @Test(arguments: [SIGHUP, SIGINT, SIGTERM])
  func aSignalThatEndsTheProgramLeavesNoUnfinishedFile(number: Int32) async throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path("spans.csv")
    await #expect(processExitsWith: .signal(number)) {
      [path = path as String, number = number as Int32] in
      UnfinishedFile.removeOnSignals()
      let output = try OutputFile(path)
      output.write("half a row")
      endThisProcess(by: number)
      _ = output
    }
    #expect(scratch.entries("") == [])
  }

  @Test func aSignalAfterwardsLeavesTheFinishedFile() async throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path("spans.csv")
    await #expect(processExitsWith: .signal(SIGTERM)) {
      [path = path as String] in
      UnfinishedFile.removeOnSignals()
      let output = try OutputFile(path)
      try output.finish()
      endThisProcess(by: SIGTERM)
    }
    #expect(scratch.entries("") == ["spans.csv"])
  }

  @Test func anIgnoredSignalStaysIgnored() async throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path("spans.csv")
    await #expect(processExitsWith: .success) {
      [path = path as String] in
      signal(SIGHUP, SIG_IGN)
      UnfinishedFile.removeOnSignals()
      let output = try OutputFile(path)
      kill(getpid(), SIGHUP)
      try output.finish()
    }
    #expect(scratch.entries("") == ["spans.csv"])
  }
}

/// Sends a signal to the process, as threads of Dispatch, where tests run, block signals; and
/// waits.
private func endThisProcess(by signal: Int32) {
  kill(getpid(), signal)
  while true { pause() }
}
