import ComposableArchitecture
import TerminalKit

struct EffectBasicsView: StudyView {
  let store: StoreOf<EffectBasics>

  var currentCommands: [Command<EffectBasics.Action>] {
    [
      Command(
        "-", keys: ["-"], label: "subtract", help: "subtract one", sends: .decrementButtonTapped),
      Command(
        "+", keys: ["+", "="], label: "add", help: "add one", sends: .incrementButtonTapped),
      Command(
        "fact", keys: ["f"], label: "fact", help: "fetch a fact about the number",
        sends: .factButtonTapped),
    ]
  }

  private var fact: FactText { FactText(fact: store.fact, isLoading: store.isLoading) }

  func lines(width: Int, usesColor: Bool) -> [String] {
    [Style.bold("\(store.count)", if: usesColor), ""]
      + fact.lines(width: width, usesColor: usesColor)
  }

  var summary: String {
    (["\(store.count)"] + (fact.summary.map { [$0] } ?? [])).joined(separator: " | ")
  }
}
