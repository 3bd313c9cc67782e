import ArgumentParser
import TraceRecording

/// Makes a flight recorder write the events in its memory.
struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "Write the latest events of a flight recorder.",
    discussion: """
      Example: signpost report $(signpost snapshot night)

      For recordings with --snapshot or --on-…. Prints the directory of the snapshot.
      """)

  @Argument(help: "The name of the recording, or the process id of its recorder.")
  var name: String

  func run() throws {
    let state = try RecorderName.find(name)
    guard state.isFlightRecorder else {
      Console.say("\(name) is no flight recorder: it writes everything to \(state.output) already.")
      throw ExitStatus.usage.exitCode
    }
    let snapshot: String?
    do throws(RecorderState.RequestFailure) {
      snapshot = try state.takeSnapshot()
    } catch {
      Console.say("\(name) has written no snapshot: \(error.reason).")
      throw ExitStatus.failure.exitCode
    }
    guard let directory = snapshot else {
      Console.say(
        "\(name) has written no snapshot: nothing instrumented has recorded anything, or "
          + "\(state.output)/recorder.log says why.")
      throw ExitStatus.noTrace.exitCode
    }
    try Console.output("\(directory)\n")
  }
}
