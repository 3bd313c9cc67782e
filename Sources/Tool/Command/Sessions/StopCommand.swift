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
    if RecorderState.find(name) == nil, let directory = NamedRecording.forget(name) {
      Console.say("\(name) did not record any more; its trace is in \(directory)")
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
    if let name = state.name { NamedRecording.forget(name) }
    guard state.hasRecorded else {
      let log = "\(state.output)/recorder.log"
      Console.say(
        (state.isFlightRecorder
          ? "no snapshot was written" : "no instrumented process was recorded")
          + (Files.exists(log) ? "; the messages of the recorder are in \(log)" : ""))
      return
    }
    Console.say(
      state.isFlightRecorder
        ? "the snapshots are in \(state.output)"
        : "the trace is in \(state.output). To see it: signpost report \(state.output)")
  }
}
