import ComposableCore

/// An action with a name and a sender.
protocol NotedAction: Sendable {
  var note: ActionNote { get }
}

/// The note of an action.
struct ActionNote {
  let name: String
  let sender: Sender

  init(_ name: String, _ sender: Sender) {
    self.name = name
    self.sender = sender
  }

  /// The same, of the action of a parent that holds it.
  func within(_ name: String) -> ActionNote { ActionNote("\(name).\(self.name)", sender) }
}

extension Reducer where Action: NotedAction {
  /// The same feature, which notes the actions it receives.
  func noted(as feature: String, in notes: CauseNotes) -> some Reducer<State, Action> {
    CombineReducers {
      Reduce<State, Action> { _, action in
        notes.begin(action.note, of: feature)
        return .none
      }
      self
      Reduce<State, Action> { _, _ in
        notes.end()
        return .none
      }
    }
  }
}
