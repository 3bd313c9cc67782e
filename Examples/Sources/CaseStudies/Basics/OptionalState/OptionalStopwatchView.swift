import ComposableArchitecture
import TerminalKit

struct OptionalStopwatchView: StudyView {
  let store: StoreOf<OptionalStopwatch>

  private var stopwatch: StopwatchView? {
    store.scope(\.stopwatch, action: \.stopwatch).map(StopwatchView.init)
  }

  var currentCommands: [Command<OptionalStopwatch.Action>] {
    [
      Command(
        "toggle", keys: ["t"], label: stopwatch == nil ? "show" : "hide",
        help: "show the stopwatch, or hide it", sends: .toggleButtonTapped)
    ]
      + (stopwatch?.currentCommands.map { $0.map { .stopwatch($0) } } ?? [])
  }

  func lines(width: Int, usesColor: Bool) -> [String] {
    stopwatch?.lines(width: width, usesColor: usesColor)
      ?? [Style.dim("There is no stopwatch.", if: usesColor)]
  }

  var summary: String { stopwatch?.summary ?? "no stopwatch" }
}
