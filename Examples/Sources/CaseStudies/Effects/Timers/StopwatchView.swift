import ComposableArchitecture
import TerminalKit

struct StopwatchView: StudyView {
  let store: StoreOf<Stopwatch>

  var currentCommands: [Command<Stopwatch.Action>] {
    [
      Command(
        store.isRunning ? "stop" : "start", keys: ["s", " "],
        label: store.isRunning ? "stop" : "start",
        help: store.isRunning ? "stop the stopwatch" : "start the stopwatch", isLasting: true,
        sends: .startStopButtonTapped),
      Command(
        "reset", keys: ["r"], label: "reset", help: "go back to zero", sends: .resetButtonTapped),
    ]
  }

  func lines(width: Int, usesColor: Bool) -> [String] {
    [
      Style.bold("\(store.tenths / 10).\(store.tenths % 10) s", if: usesColor),
      store.isRunning ? Style.green("running", if: usesColor) : "stopped",
    ]
  }

  /// The whole seconds, so that a line of output is not written for every tick.
  var summary: String { "\(store.tenths / 10) s | \(store.isRunning ? "running" : "stopped")" }
}
