import ArgumentParser
import SystemSupport
import TraceRecording

/// Ends a recording that was started in the background.
struct StopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop",
    abstract: "End a recording, and wait until its trace is complete.",
    discussion: "Example: signpost stop night")

  @Argument(help: "The name of the recording, or the process id of its recorder.")
  var name: String

  func run() throws {
    if RecorderState.find(name) == nil, NameClaim.owner(of: name) == nil,
      let directory = NamedRecording.forget(name)
    {
      let log = "\(directory)/recorder.log"
      let reason = Files.exists(log) ? "; \(log) says why" : ""
      Console.say("\(name) did not record any more\(reason); its trace is in \(directory)")
      return
    }
    let state = try RecorderName.find(name)
    guard state.isStoppable else {
      Console.say(
        "\(name) ends with the program that it has started (\(state.subject)): end that program.")
      throw ExitStatus.usage.exitCode
    }
    guard state.stop() else {
      Console.say("\(name) did not end within two minutes; its recorder is process \(state.pid).")
      throw ExitStatus.failure.exitCode
    }
    // Another recording of that name may have been interrupted, and is resumed later.
    if let name = state.name, NamedRecording.directory(of: name) == state.output {
      NamedRecording.forget(name)
    }
    let defects = state.defects
    for remark in defects + state.losses { Console.say(remark) }
    Console.say(Self.place(of: state))
    if !defects.isEmpty { throw ExitStatus.daemonDied.exitCode }
  }

  /// Where the recording is, as a sentence.
  private static func place(of state: RecorderState) -> String {
    let log = "\(state.output)/recorder.log"
    let messages = Files.exists(log) ? "; the messages of the recorder are in \(log)" : ""
    if let relay = state.relay { return "the trace is at the relay daemon \(relay)\(messages)" }
    guard state.hasRecorded else {
      return
        (state.isFlightRecorder
        ? "no snapshot was written" : "no instrumented process was recorded") + messages
    }
    return state.isFlightRecorder
      ? "the snapshots are in \(state.output)"
      : "the trace is in \(state.output). To see it: signpost report \(state.output)"
  }
}
