import ComposableCore
import Signpost

/// The stock of a row's article: a child of a child.
struct Stock: Reducer {
  struct State: Equatable { var count = 0 }

  enum Action: NotedAction {
    case counted(Sender)
    case lowered(Sender)
    case ordered(Sender)

    var note: ActionNote {
      switch self {
      case .counted(let sender): ActionNote("counted", sender)
      case .lowered(let sender): ActionNote("lowered", sender)
      case .ordered(let sender): ActionNote("ordered", sender)
      }
    }
  }

  let notes: CauseNotes

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .counted:
        state.count += 1
        return notes.run { send, sender in
          await withTaskGroup { group in
            for _ in 0..<2 { group.addTask { await send(.lowered(sender)) } }
          }
        }
      case .lowered:
        return notes.send { .ordered($0) }
      case .ordered:
        return .none
      }
    }
    .noted(as: "stock", in: notes)
    .signpost("stock")
  }
}
