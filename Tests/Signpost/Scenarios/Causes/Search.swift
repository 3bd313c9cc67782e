import ComposableCore
import Signpost

/// Looks for something: after a pause in typing, now and then while scrolling, or when asked.
struct Search: Reducer {
  struct State: Equatable { var results = 0 }

  enum Action: NotedAction {
    case typed(Sender)
    case scrolled(Sender)
    case refreshed(Sender)
    case results(Sender)
    case seen(Sender)
    case failed(Sender)

    var note: ActionNote {
      switch self {
      case .typed(let sender): ActionNote("typed", sender)
      case .scrolled(let sender): ActionNote("scrolled", sender)
      case .refreshed(let sender): ActionNote("refreshed", sender)
      case .results(let sender): ActionNote("results", sender)
      case .seen(let sender): ActionNote("seen", sender)
      case .failed(let sender): ActionNote("failed", sender)
      }
    }
  }

  private enum CancelID { case typing, scrolling, refreshing }
  private struct Failure: Error {}

  @Dependency(\.continuousClock) var clock
  let notes: CauseNotes

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .typed:
        return notes.run { send, sender in await send(.results(sender)) }
          .debounce(id: CancelID.typing, for: .seconds(1), clock: clock)
      case .scrolled:
        return notes.run { send, sender in await send(.seen(sender)) }
          .throttle(id: CancelID.scrolling, for: .seconds(1), clock: clock, latest: true)
      case .refreshed:
        return notes.run { send, sender in
          try await clock.sleep(for: .seconds(3))
          await send(.results(sender))
        }
        .cancellable(id: CancelID.refreshing, cancelInFlight: true)
      case .results:
        state.results += 1
        return notes.run { _, _ in
          throw Failure()
        } catch: { send, sender in
          await send(.failed(sender))
        }
      case .seen, .failed:
        return .none
      }
    }
    .noted(as: "search", in: notes)
    .signpost("search")
  }
}
