import Glibc
import SystemSupport
import Testing

@testable import SignpostTool
@testable import TraceRecording

struct RecordExitTests {
  private func exitCode(_ program: ExitReason, _ end: RecordingEnd) -> Int32 {
    Recording.Result(directory: "trace", program: program, end: end, sawProcesses: true).exitCode
  }

  @Test(arguments: [RecordingEnd.complete, .brokenOff, .givenUp(signal: SIGINT)])
  func theExitCodeIsTheProgramsWhenItFailed(end: RecordingEnd) {
    #expect(exitCode(.exited(3), end) == 3)
    #expect(exitCode(.killed(signal: SIGSEGV), end) == 139)
  }

  @Test func aSuccessfulProgramDoesNotHideThatTheRecordingBrokeOff() {
    #expect(exitCode(.exited(0), .complete) == 0)
    #expect(exitCode(.exited(0), .brokenOff) == 74)
    #expect(exitCode(.exited(0), .givenUp(signal: SIGTERM)) == 143)
  }

  @Test func aFailureNamesTheOptionThatHelps() {
    let failure = RecordingFailure(.outputUnusable, "no.", remedy: .anotherDirectory)
    #expect(failure.commandMessage == "no. Name another directory with --output.")
    #expect(failure.exitCode == 73)
    #expect(RecordingFailure(.tracerUnavailable, "no.").commandMessage == "no.")
    let interruption = RecordingFailure(.interrupted(signal: SIGINT), "interrupted.")
    #expect(interruption.commandMessage == nil)
    #expect(interruption.exitCode == 130)
  }
}
