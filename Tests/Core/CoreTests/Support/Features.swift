import ComposableCore
import TestSupport

struct Counter: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action: Equatable { case increment, decrement, set(Int) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment: state.count += 1
      case .decrement: state.count -= 1
      case .set(let count): state.count = count
      }
      return .none
    }
  }
}

/// A feature whose effects a test controls: it starts, cancels and ends them by hand.
struct Worker: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    var results: [String] = []
  }
  enum Action: Equatable {
    case start(String)
    case startReplacing(String)
    case cancel
    case result(String)
  }
  enum CancelID { case work }

  let gates: Gates

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start(let name):
        return work(name).cancellable(id: CancelID.work)
      case .startReplacing(let name):
        return work(name).cancellable(id: CancelID.work, cancelInFlight: true)
      case .cancel:
        return .cancel(id: CancelID.work)
      case .result(let text):
        state.results.append(text)
        return .none
      }
    }
  }

  private func work(_ name: String) -> Effect<Action> {
    .run { [gates] send in
      await gates.pass(name)
      await send(.result(Task.isCancelled ? "\(name) cancelled" : name))
    }
  }
}
