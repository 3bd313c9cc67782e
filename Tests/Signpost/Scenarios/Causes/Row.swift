import ComposableCore
import Signpost
import TestSupport

/// An article, watched with a timer and shared by a task of its own.
struct Row: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var ticks = 0
    var stock = Stock.State()
  }

  enum Action: NotedAction, CasePathable {
    case watched(Sender)
    case unwatched(Sender)
    case ticked(Sender)
    case shared(Sender)
    case uploaded(Sender)
    case sold(Sender)
    /// Has the parent remove the row.
    case gone(Sender)
    case stock(Stock.Action)

    struct AllCasePaths: Sendable {
      var stock: AnyCasePath<Action, Stock.Action> {
        AnyCasePath(embed: Action.stock) { if case .stock(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }

    var note: ActionNote {
      switch self {
      case .watched(let sender): ActionNote("watched", sender)
      case .unwatched(let sender): ActionNote("unwatched", sender)
      case .ticked(let sender): ActionNote("ticked", sender)
      case .shared(let sender): ActionNote("shared", sender)
      case .uploaded(let sender): ActionNote("uploaded", sender)
      case .sold(let sender): ActionNote("sold", sender)
      case .gone(let sender): ActionNote("gone", sender)
      case .stock(let action): action.note.within("stock")
      }
    }
  }

  private enum CancelID { case watching }

  @Dependency(\.continuousClock) var clock
  let notes: CauseNotes
  /// Where uploads wait.
  let uploads: Gates

  var body: some ReducerOf<Self> {
    CombineReducers {
      Scope(\.stock, action: \.stock) { Stock(notes: notes) }
      Reduce { state, action in
        switch action {
        case .watched:
          return notes.run { send, sender in
            for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked(sender)) }
          }
          .cancellable(id: CancelID.watching)
        case .unwatched:
          return .cancel(id: CancelID.watching)
        case .ticked:
          state.ticks += 1
          return notes.send { .stock(.counted($0)) }
        case .shared:
          return notes.run { send, sender in
            await Task.detached {
              await uploads.pass("upload")
              await send(.uploaded(sender))
            }.value
          }
        case .sold:
          return notes.run { send, sender in
            await send(.gone(sender))
            await send(.ticked(sender))
          }
        case .uploaded, .gone, .stock:
          return .none
        }
      }
    }
    .noted(as: "row", in: notes)
    .signpost("row")
  }
}
