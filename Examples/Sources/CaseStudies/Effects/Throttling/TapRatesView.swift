import ComposableArchitecture
import TerminalKit

struct TapRatesView: StudyView {
  let store: StoreOf<TapRates>

  var currentCommands: [Command<TapRates.Action>] {
    [
      Command(
        "tap", keys: [" ", "t"], label: "tap", help: "tap; do so several times in a second",
        sends: .tapped),
      Command(
        "reset", keys: ["r"], label: "reset", help: "begin again", sends: .resetButtonTapped),
    ]
  }

  private var rows: [(name: String, arrivals: TapRates.Arrivals)] {
    [
      ("debounced", store.debounced), ("throttled, first", store.throttledFirst),
      ("throttled, latest", store.throttledLatest),
    ]
  }

  func lines(width: Int, usesColor: Bool) -> [String] {
    ["taps".padded(to: 19) + Style.bold("\(store.taps)", if: usesColor)]
      + rows.map { name, arrivals in
        name.padded(to: 19)
          + "\(arrivals.count)".padded(to: 4) + (arrivals.last.map { "last: tap \($0)" } ?? "")
      }
  }

  var summary: String {
    (["taps \(store.taps)"]
      + rows.map { name, arrivals in
        "\(name) \(arrivals.count)" + (arrivals.last.map { ": \($0)" } ?? "")
      })
      .joined(separator: " | ")
  }
}
