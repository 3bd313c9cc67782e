import ComposableArchitecture
import TerminalKit

struct CancellableFactView: StudyView {
  let store: StoreOf<CancellableFact>

  var currentCommands: [Command<CancellableFact.Action>] {
    [
      Command(
        "-", keys: ["-"], label: "subtract", help: "subtract one", sends: .numberStepped(by: -1)),
      Command(
        "+", keys: ["+", "="], label: "add", help: "add one", sends: .numberStepped(by: 1)),
      Command(
        "fact", keys: ["f"], label: "fact", help: "fetch a fact about the number",
        sends: .factButtonTapped),
    ]
      + (store.isLoading
        ? [
          Command(
            "cancel", keys: ["c"], label: "cancel", help: "do without the fact",
            sends: .cancelButtonTapped)
        ] : [])
  }

  private var fact: FactText { FactText(fact: store.fact, isLoading: store.isLoading) }

  func lines(width: Int, usesColor: Bool) -> [String] {
    [
      Style.bold("\(store.number)", if: usesColor),
      "answers  \(store.responseCount)", "",
    ] + fact.lines(width: width, usesColor: usesColor)
  }

  var summary: String {
    (["\(store.number)", "answers \(store.responseCount)"] + (fact.summary.map { [$0] } ?? []))
      .joined(separator: " | ")
  }
}
