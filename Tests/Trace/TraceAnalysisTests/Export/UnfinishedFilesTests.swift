import Glibc
import SystemSupport
import TestSupport
import Testing
import TraceExport

@Suite struct UnfinishedFilesTests {
  @Test(arguments: [SIGHUP, SIGINT, SIGTERM])
  func aSignalThatEndsTheProgramLeavesNoUnfinishedFile(number: Int32) async throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path("spans.csv")
    await #expect(processExitsWith: .signal(number)) {
      [path = path as String, number = number as Int32] in
      UnfinishedFiles.removeOnSignals()
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
      UnfinishedFiles.removeOnSignals()
      let output = try OutputFile(path)
      try output.finish()
      endThisProcess(by: SIGTERM)
    }
    #expect(scratch.entries("") == ["spans.csv"])
  }

  @Test func removeOnSignals_directoryWithFiles_isRemoved() async throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path("directory")
    await #expect(processExitsWith: .signal(SIGINT)) {
      [path = path as String] in
      UnfinishedFiles.removeOnSignals()
      for name in ["", "/a", "/index", "/index/a", "/never-made"] {
        UnfinishedFiles.note(path + name)
      }
      mkdir(path, 0o700)
      mkdir(path + "/index", 0o700)
      symlink("/dev/null", path + "/a")
      _ = Files.create(path + "/index/a", text: "text")
      UnfinishedFiles.note(path + "/kept")
      UnfinishedFiles.forget(path + "/kept")
      endThisProcess(by: SIGINT)
    }
    #expect(scratch.entries("") == [])
  }

  @Test func anIgnoredSignalStaysIgnored() async throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path("spans.csv")
    await #expect(processExitsWith: .success) {
      [path = path as String] in
      signal(SIGHUP, SIG_IGN)
      UnfinishedFiles.removeOnSignals()
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
