import Dispatch
import ExampleTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ExampleProgramTests {
  @Test func cancellingARunEndsTheProcess() async throws {
    let output = Pipe()
    let run = Task {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "echo $$; exec sleep 3600"]
      process.standardOutput = output
      try await process.runUntilExit()
    }
    let line = String(decoding: await data(from: output), as: UTF8.self)
    let process = try #require(pid_t(line.trimmingCharacters(in: .newlines)))
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(kill(process, 0) == -1)
    #expect(errno == ESRCH)
  }

  /// The first data that is written, read where it is safe to block: not on the pool of tasks.
  private func data(from pipe: Pipe) async -> Data {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: pipe.fileHandleForReading.availableData)
      }
    }
  }

  @Test func aRunReturnsOnceTheProcessHasEnded() async throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "exit 3"]
    try await process.runUntilExit()
    #expect(process.terminationStatus == 3)
  }

  @Test func aProgramThatDoesNotExistFails() async {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/nowhere/program")
    await #expect(throws: (any Error).self) { try await process.runUntilExit() }
  }

  @Test func aProgramThatGoesOnHasNotEnded() async throws {
    let terminal = try PseudoTerminal(ExampleProgram("Counter"))
    try terminal.start()
    let wait = Task { try await terminal.ended() }
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
    #expect(terminal.process.isRunning)
  }
}
