import ComposableArchitecture
import TerminalKit

struct SharedTalliesView: StudyView {
  let store: StoreOf<SharedTallies>

  var currentCommands: [Command<SharedTallies.Action>] {
    let other: SharedTallies.Tab = store.tab == .counter ? .statistics : .counter
    let tab = Command<SharedTallies.Action>(
      "tab", keys: [.tab, "t"], label: other.rawValue, help: "go to the other tab",
      sends: .set(\.tab, other))
    switch store.tab {
    case .counter:
      return [
        tab,
        Command(
          "-", keys: ["-"], label: "subtract", help: "subtract one",
          sends: .counter(.decrementButtonTapped)),
        Command(
          "+", keys: ["+", "="], label: "add", help: "add one",
          sends: .counter(.incrementButtonTapped)),
      ]
    case .statistics:
      return [
        tab,
        Command(
          "reset", keys: ["r"], label: "reset", help: "reset both tallies",
          sends: .statistics(.resetButtonTapped)),
      ]
    }
  }

  func lines(width: Int, usesColor: Bool) -> [String] {
    let tabs = SharedTallies.Tab.allCases.map { tab in
      tab == store.tab ? Style.reversed(" \(tab.rawValue) ", if: usesColor) : " \(tab.rawValue) "
    }
    let content =
      switch store.tab {
      case .counter:
        ["in memory  \(store.counter.run.count)", "in a file  \(store.counter.allRuns.count)"]
      case .statistics:
        [
          line("in memory", store.statistics.run), line("in a file", store.statistics.allRuns),
          "", problem.map { Style.red($0, if: usesColor) } ?? "",
        ]
      }
    return [tabs.joined(separator: " "), ""] + content
  }

  private func line(_ name: String, _ tally: Tally) -> String {
    "\(name)  \(tally.count), at most \(tally.highest)"
  }

  /// The problem with the file, if any.
  private var problem: String? {
    let tally = store.statistics.$allRuns
    return (tally.loadError ?? tally.saveError).map { "The file cannot be used: \($0)".printable }
  }

  var summary: String {
    let content =
      switch store.tab {
      case .counter: "run \(store.counter.run.count) | file \(store.counter.allRuns.count)"
      case .statistics:
        line("run", store.statistics.run) + " | " + line("file", store.statistics.allRuns)
      }
    return "\(store.tab.rawValue) | \(content)"
  }
}
