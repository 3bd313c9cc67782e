import ComposableArchitecture
import TerminalKit

struct EchoChatView: StudyView {
  let store: StoreOf<EchoChat>

  private static let shownMessages = 6

  var currentCommands: [Command<EchoChat.Action>] {
    guard store.connection == .connected else {
      return [
        Command(
          "connect", keys: ["c"], label: "connect", help: "connect to the server",
          isLasting: true, sends: .connectButtonTapped)
      ]
    }
    return [
      Command(
        "send", keys: ["s", .return], label: "send", help: "send a text, which the server echoes",
        parameter: .init("text", example: "Hello")
      ) { $0.isEmpty ? nil : .sendButtonTapped($0) },
      Command(
        "disconnect", keys: ["d"], label: "disconnect", help: "end the connection",
        sends: .disconnectButtonTapped),
    ]
  }

  func lines(width: Int, usesColor: Bool) -> [String] {
    let isConnected = store.connection == .connected
    return [isConnected ? Style.green("connected", if: usesColor) : "\(store.connection)"]
      + (store.failure?.printable.wrapped(to: width).map { Style.red($0, if: usesColor) } ?? [])
      + store.messages.suffix(Self.shownMessages).map { text($0).clipped(to: width) }
  }

  var summary: String {
    (["\(store.connection)"] + (store.failure.map { ["failed: \($0.printable)"] } ?? [])
      + store.messages.suffix(2).map(text))
      .joined(separator: " | ")
  }

  private func text(_ message: EchoChat.Message) -> String {
    (message.isReceived ? "← " : "→ ") + message.text.printable
  }
}
