import ComposableArchitecture
import NumberFacts
import TerminalKit

struct RefreshableFactView: StudyView {
  let store: StoreOf<RefreshableFact>

  var currentCommands: [Command<RefreshableFact.Action>] {
    [
      Command(
        "-", keys: ["-"], label: "subtract", help: "subtract one", sends: .numberStepped(by: -1)),
      Command(
        "+", keys: ["+", "="], label: "add", help: "add one", sends: .numberStepped(by: 1)),
      Command(
        "refresh", keys: ["r"], label: "refresh", help: "fetch the fact about the number again",
        sends: .refresh),
    ]
      + (store.isRefreshing
        ? [
          Command(
            "cancel", keys: ["c"], label: "cancel", help: "keep the fact that is there",
            sends: .cancelButtonTapped)
        ] : [])
  }

  func lines(width: Int, usesColor: Bool) -> [String] {
    [
      Style.bold("\(store.number)", if: usesColor),
      store.isRefreshing ? Style.dim("Refreshing…", if: usesColor) : "", "",
    ]
      + (store.fact ?? "No fact yet.").printable.wrapped(to: width)
      + (store.failure.map { FactText(fact: .failure($0), isLoading: false) }?
        .lines(width: width, usesColor: usesColor) ?? [])
  }

  var summary: String {
    var parts = ["\(store.number)"]
    if store.isRefreshing { parts.append("refreshing") }
    if let fact = store.fact { parts.append(fact.printable) }
    if let failure = store.failure { parts.append("failed: \(failure.description.printable)") }
    return parts.joined(separator: " | ")
  }
}
