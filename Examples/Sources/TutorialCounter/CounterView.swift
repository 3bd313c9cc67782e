import ComposableArchitecture
import TerminalKit

/// The number, with buttons to count, to ask for a fact, and to start and stop the timer.
struct CounterView: TerminalView {
  let store: StoreOf<CounterFeature>

  nonisolated static let commands: [Command<CounterFeature.Action>] = [
    Command(
      "-", keys: ["-"], label: "subtract", help: "subtract one", sends: .decrementButtonTapped),
    Command("+", keys: ["+", "="], label: "add", help: "add one", sends: .incrementButtonTapped),
    Command(
      "timer", keys: ["t"], label: "timer", help: "start the timer, or stop it", isLasting: true,
      sends: .toggleTimerButtonTapped),
    Command(
      "fact", keys: ["f"], label: "fact", help: "fetch a fact about the number",
      sends: .factButtonTapped),
  ]

  func lines(width: Int, usesColor: Bool) -> [String] {
    var lines = [Style.bold("\(store.count)", if: usesColor), ""]
    if store.isTimerRunning { lines.append(Style.green("The timer is running.", if: usesColor)) }
    if store.isLoading {
      lines.append(Style.dim("Loading…", if: usesColor))
    } else if let fact = store.fact {
      lines += fact.printable.wrapped(to: width)
    }
    return lines
  }

  var summary: String {
    var parts = ["\(store.count)"]
    if store.isTimerRunning { parts.append("timer running") }
    if store.isLoading {
      parts.append("loading")
    } else if let fact = store.fact {
      parts.append(fact.printable)
    }
    return parts.joined(separator: " | ")
  }

  var lastAction: CounterFeature.Action? {
    store.isTimerRunning ? .toggleTimerButtonTapped : nil
  }
}
