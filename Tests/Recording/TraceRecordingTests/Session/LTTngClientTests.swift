import TestSupport
import SystemSupport
import Testing

@testable import TraceRecording

@Suite struct LTTngClientTests {
  /// A client whose `lttng` is a script; it waits for nothing but its deadline.
  private func client(_ scratch: ScratchDirectory, script: String) throws -> LTTngClient {
    LTTngClient(
      daemon: SessionDaemon(place: .serving),
      tools: LTTngTools(client: try scratch.script("lttng", script), environment: .inherited),
      directory: PrivateDirectory(path: scratch.directory),
      supervisor: ProcessSupervisor(isAlone: false))
  }

  @Test func aSessionThatDoesNotStopIsGivenUp() throws {
    let scratch = try ScratchDirectory()
    let client = try client(scratch, script: "exec sleep 1000")
    defer { client.supervisor.restoreSignals() }
    let session = RecordingSession(
      name: "a", directory: scratch.directory + "/trace", client: client)
    let answer = session.stop(patience: .milliseconds(1), onSignal: { _ in })
    #expect(!answer.succeeded)
    #expect(answer.complaint.contains("did not answer in time"))
  }

  @Test func aDeadlineIsExtendedWhileThereIsProgress() throws {
    let scratch = try ScratchDirectory()
    let client = try client(scratch, script: "exec sleep 1000")
    defer { client.supervisor.restoreSignals() }
    var extensions = 0
    let answer = client.run(
      ["stop"], until: Deadline(after: .zero),
      extend: {
        extensions += 1
        return extensions < 3 ? Deadline(after: .zero) : nil
      },
      onSignal: { _ in })
    #expect(!answer.succeeded)
    #expect(extensions == 3)
  }
}
