import ArgumentParser
import TraceRecording

/// Changes the events that a running recording selects.
struct SetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change the selected events of a recording in progress.",
    discussion: """
      Example: signpost set night --kind actions --prefix 'todos*'

      An option replaces the selection by that option, and the others stay. --kind all, --prefix \
      '*' and --name '*' select everything again. --prefix is also for subsystems of signposters, and \
      --name for labels of loggers; programs that the recording has started read them.

      Kinds: \(SelectedKind.names). Each includes the kinds that it needs.
      """)

  @Argument(help: "The name of the recording, or the process id of its recorder.")
  var recording: String

  @OptionGroup var selection: SelectionOptions

  func validate() throws {
    guard selection.isGiven else {
      throw ValidationError(
        "Select the events to record from now on, by --kind, --prefix or --name; --kind all is everything."
      )
    }
  }

  func run() throws {
    let state = try RecorderName.find(recording)
    do throws(RecorderState.RequestFailure) {
      Console.say("\(recording) records \(try state.select(selection.request)) from now on.")
    } catch {
      Console.say(
        "The selection of \(recording) "
          + (error.mayHaveChanged ? "may have changed, or change later" : "was not changed")
          + ": \(error.reason).")
      throw ExitStatus.failure.exitCode
    }
  }
}
