import ComposableCore
import TerminalKit

/// The number with its alert, under a title that can be changed.
struct AppView: TerminalView {
  let store: Store<AppState, AppAction>

  nonisolated static let commands: [Command<AppAction>] = [
    Command(
      "+", keys: ["+", "="], label: "add", help: "add one",
      sends: .feature(.incrementButtonTapped)),
    Command(
      "-", keys: ["-"], label: "subtract", help: "subtract one",
      sends: .feature(.decrementButtonTapped)),
    Command(
      "fact", keys: ["f"], label: "fact", help: "fetch a fact about the number and show an alert",
      sends: .feature(.numberFactButtonTapped)),
    Command(
      "dismiss", keys: [.return, .escape], label: "dismiss", help: "dismiss the alert",
      sends: .feature(.factAlertDismissed)),
    Command(
      "title", keys: ["t"], label: "title", help: "give the screen another title",
      parameter: .init("text", example: "My numbers")
    ) { $0.isEmpty ? nil : .settings(.titleChanged($0)) },
    Command(
      "color", keys: ["c"], label: "color", help: "use colors, or don't",
      sends: .settings(.colorButtonTapped)),
  ]

  func lines(width: Int, usesColor: Bool) -> [String] {
    let usesColor = usesColor && store.settings.isColorful
    return [
      Style.green(store.settings.title.printable, if: usesColor), "",
      Style.bold("\(store.feature.count)", if: usesColor),
    ]
      + (store.feature.numberFactAlert.map { [""] + $0.printable.boxed(to: width) } ?? [])
  }

  var summary: String {
    var parts = ["\(store.settings.title.printable): \(store.feature.count)"]
    if !store.settings.isColorful { parts.append("no colors") }
    if let fact = store.feature.numberFactAlert { parts.append("alert: \(fact.printable)") }
    return parts.joined(separator: " | ")
  }
}
