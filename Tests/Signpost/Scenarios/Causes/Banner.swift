import ComposableCore

/// A child without a wrapper: its actions and effects belong to its parent.
struct Banner: Reducer {
  struct State: Equatable { var isPressed = false }

  enum Action: NotedAction {
    case appeared(Sender)
    case pressed(Sender)
    case closed(Sender)

    var note: ActionNote {
      switch self {
      case .appeared(let sender): ActionNote("appeared", sender)
      case .pressed(let sender): ActionNote("pressed", sender)
      case .closed(let sender): ActionNote("closed", sender)
      }
    }
  }

  let notes: CauseNotes

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        return .merge(
          notes.run { send, sender in
            await Task.detached { await send(.pressed(sender)) }.value
          },
          notes.send { .pressed($0) })
      case .pressed:
        defer { state.isPressed = true }
        return state.isPressed ? notes.send { .closed($0) } : .none
      case .closed:
        return .none
      }
    }
  }
}
