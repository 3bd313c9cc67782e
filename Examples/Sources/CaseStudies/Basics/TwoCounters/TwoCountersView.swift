import ComposableArchitecture
import TerminalKit

struct TwoCountersView: StudyView {
  let store: StoreOf<TwoCounters>

  var currentCommands: [Command<TwoCounters.Action>] {
    [
      Command(
        "first-", keys: ["a"], label: "first −1", help: "subtract one from the first counter",
        sends: .first(.decrementButtonTapped)),
      Command(
        "first+", keys: ["s"], label: "first +1", help: "add one to the first counter",
        sends: .first(.incrementButtonTapped)),
      Command(
        "second-", keys: ["k"], label: "second −1", help: "subtract one from the second counter",
        sends: .second(.decrementButtonTapped)),
      Command(
        "second+", keys: ["l"], label: "second +1", help: "add one to the second counter",
        sends: .second(.incrementButtonTapped)),
    ]
  }

  func lines(width: Int, usesColor: Bool) -> [String] {
    [
      "first    " + Style.bold("\(store.first.count)", if: usesColor),
      "second   " + Style.bold("\(store.second.count)", if: usesColor),
      "sum      \(store.sum)",
      "changes  \(store.changeCount)",
    ]
  }

  var summary: String {
    """
    first \(store.first.count) | second \(store.second.count) | sum \(store.sum) | \
    changes \(store.changeCount)
    """
  }
}
