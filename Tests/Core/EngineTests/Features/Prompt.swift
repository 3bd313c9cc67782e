import ComposableCore

/// The action of an alert's button.
enum Prompt: Sendable {
  case chosen(Command)
}

extension AlertState<Prompt> {
  /// An alert with a number.
  init(number: Int) {
    self.init {
      TextState("\(number)")
    } actions: {
      ButtonState(action: .chosen(.number(number))) { TextState("OK") }
    }
  }

  /// The number.
  var number: Int? { Int(title.description) }
}
