import ComposableArchitecture
import TerminalKit

struct CounterView: StudyView {
  let store: StoreOf<Counter>

  var currentCommands: [Command<Counter.Action>] {
    [
      Command(
        "-", keys: ["-"], label: "subtract", help: "subtract one", sends: .decrementButtonTapped),
      Command(
        "+", keys: ["+", "="], label: "add", help: "add one", sends: .incrementButtonTapped),
    ]
  }

  func lines(width: Int, usesColor: Bool) -> [String] {
    [Style.bold("\(store.count)", if: usesColor)]
  }

  var summary: String { "\(store.count)" }
}
