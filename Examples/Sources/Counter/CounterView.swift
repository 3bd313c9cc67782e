import ComposableCore
import TerminalKit

/// The terminal view of a counter.
struct CounterView: TerminalView {
  let store: StoreOf<CounterFeature>

  nonisolated static let commands: [Command<CounterFeature.Action>] = [
    Command("+", keys: ["+", "="], label: "add", help: "add one", sends: .incrementButtonTapped),
    Command(
      "-", keys: ["-"], label: "subtract", help: "subtract one", sends: .decrementButtonTapped),
    Command(
      "fact", keys: ["f"], label: "fact", help: "fetch a fact about the number",
      sends: .factButtonTapped),
    Command(
      "timer", keys: ["t"], label: "timer", help: "start the timer, or stop it", isLasting: true,
      sends: .toggleTimerButtonTapped),
  ]

  func lines(width: Int, usesColor: Bool) -> [String] {
    var lines = [Style.bold("\(store.count)", if: usesColor), ""]
    if store.isTimerRunning { lines.append(Style.green("The timer is running.", if: usesColor)) }
    if store.isLoading { lines.append("Asking for a fact…") }
    if let fact = store.fact { lines += fact.printable.wrapped(to: width) }
    if let failure = store.failure {
      lines += "No fact: \(failure)".printable.wrapped(to: width)
        .map { Style.red($0, if: usesColor) }
    }
    return lines
  }

  var summary: String {
    var parts = ["\(store.count)"]
    if store.isTimerRunning { parts.append("timer running") }
    if store.isLoading { parts.append("asking for a fact") }
    if let fact = store.fact { parts.append(fact.printable) }
    if let failure = store.failure { parts.append("no fact: \(failure)".printable) }
    return parts.joined(separator: " | ")
  }

  var lastAction: CounterFeature.Action? {
    store.isTimerRunning ? .toggleTimerButtonTapped : nil
  }
}
