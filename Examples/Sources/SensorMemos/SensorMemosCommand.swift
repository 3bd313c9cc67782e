import ArgumentParser
import ComposableArchitecture
import Foundation
import Signpost
import TerminalKit

@main
struct SensorMemosCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "SensorMemos",
    abstract: "Records how busy this machine is as memos, and plays them.",
    discussion: """
      \(Command.help(MemosView.commands))

      The exit code is 74 if the memos could not be saved.
      """)

  @Option(
    help: ArgumentHelp(
      "The directory that keeps the memos.",
      discussion: "Without it, sensor-memos where the user's data is.", valueName: "path"))
  var directory: String?

  @Option(help: "What to record.")
  var sensor = Sensor.cpu

  @Option(help: ArgumentHelp("The time between two samples.", valueName: "ms"))
  var interval = 500

  func validate() throws {
    guard 10...60_000 ~= interval else {
      throw ValidationError("--interval takes 10 to 60000 milliseconds, not \(interval).")
    }
  }

  @MainActor
  func run() async throws {
    prepareDependencies {
      if let directory { $0.memoDirectory = URL(fileURLWithPath: directory) }
      $0.sampleInterval = .milliseconds(interval)
    }
    let store = Store(initialState: MemoList.State(sensor: sensor)) {
      MemoList().signpost("memos")
    }
    let exitCode = try await FrontEnd(MemosView(store: store)).run()
    if let problem = store.state.problem {
      Output.complain(problem)
      throw ExitCode(74)
    }
    try exitCode.throwUnlessSuccess()
  }
}
