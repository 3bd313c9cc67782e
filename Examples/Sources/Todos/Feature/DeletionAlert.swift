import ComposableArchitecture

extension AlertState {
  /// Asks whether a todo is to go.
  static func deletion(of todo: Todo, confirmed action: Action) -> Self {
    AlertState {
      TextState("Delete “\(todo.title)”?")
    } actions: {
      ButtonState(role: .destructive, action: action) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep") }
    } message: {
      TextState("Its note and the time spent on it go as well.")
    }
  }
}
