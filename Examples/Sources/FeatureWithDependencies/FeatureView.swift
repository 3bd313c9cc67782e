import ComposableArchitecture
import TerminalKit

/// The number, its fact, and a button for each.
struct FeatureView: TerminalView {
  let store: StoreOf<Feature>

  nonisolated static let commands: [Command<Feature.Action>] = [
    Command("+", keys: ["+", "="], label: "add", help: "add one", sends: .incrementButtonTapped),
    Command(
      "-", keys: ["-"], label: "subtract", help: "subtract one", sends: .decrementButtonTapped),
    Command(
      "fact", keys: ["f"], label: "fact", help: "fetch a fact about the number",
      sends: .numberFactButtonTapped),
  ]

  func lines(width: Int, usesColor: Bool) -> [String] {
    var lines = [Style.bold("\(store.count)", if: usesColor)]
    if let fact = store.numberFact {
      lines += [""] + fact.printable.wrapped(to: width)
    }
    return lines
  }

  var summary: String {
    ["\(store.count)", store.numberFact?.printable].compactMap(\.self).joined(separator: " | ")
  }
}
