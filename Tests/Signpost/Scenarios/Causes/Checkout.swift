import ComposableCore
import Signpost

/// A presented feature that goes on waiting until it is dismissed, which it may do itself.
struct Checkout: Reducer {
  struct State: Equatable { var isConfirmed = false }

  enum Action: NotedAction {
    case paid(Sender)
    case confirmed(Sender)

    var note: ActionNote {
      switch self {
      case .paid(let sender): ActionNote("paid", sender)
      case .confirmed(let sender): ActionNote("confirmed", sender)
      }
    }
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss
  let notes: CauseNotes

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .paid:
        return notes.run { send, sender in
          await send(.confirmed(sender))
          try await clock.sleep(for: .seconds(1000))
        }
      case .confirmed:
        state.isConfirmed = true
        return notes.run { _, sender in
          try await clock.sleep(for: .seconds(2))
          notes.willDismiss(sender)
          await dismiss()
        }
      }
    }
    .noted(as: "checkout", in: notes)
    .signpost("checkout")
  }
}

extension PresentationAction: NotedAction where Action: NotedAction {
  var note: ActionNote {
    switch self {
    case .presented(let action): action.note.within("presented")
    case .dismiss: ActionNote("dismiss", .dismissal)
    }
  }
}
