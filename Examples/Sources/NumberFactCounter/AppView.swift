import ComposableCore
import TerminalKit

/// The number, two buttons to change it, one for a fact, and an alert with that fact.
struct AppView: TerminalView {
  let store: Store<AppState, AppAction>

  nonisolated static let commands: [Command<AppAction>] = [
    Command("+", keys: ["+", "="], label: "add", help: "add one", sends: .incrementButtonTapped),
    Command(
      "-", keys: ["-"], label: "subtract", help: "subtract one", sends: .decrementButtonTapped),
    Command(
      "fact", keys: ["f"], label: "fact", help: "fetch a fact about the number and show an alert",
      sends: .numberFactButtonTapped),
    Command(
      "dismiss", keys: [.return, .escape], label: "dismiss", help: "dismiss the alert",
      sends: .factAlertDismissed),
  ]

  func lines(width: Int, usesColor: Bool) -> [String] {
    [Style.bold("\(store.count)", if: usesColor)]
      + (alert.map { [""] + $0.title.boxed(to: width) } ?? [])
  }

  var summary: String {
    (["\(store.count)"] + (alert.map { ["alert: \($0.title)"] } ?? [])).joined(separator: " | ")
  }

  private var alert: FactAlert? {
    store.numberFactAlert.map { FactAlert(title: $0.printable) }
  }
}

/// The content of an alert with a fact.
struct FactAlert: Identifiable {
  var title: String
  var id: String { self.title }
}
