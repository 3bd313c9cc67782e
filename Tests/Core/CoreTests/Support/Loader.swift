import ComposableCore
import TestSupport

/// A feature with the effects that tests of tests need: one that ends, one that waits, one that
/// goes on until it is cancelled.
struct Loader: Reducer {
  struct State: Equatable {
    var count = 0
    var text = ""
    var isLoading = false
  }

  enum Action: CasePathable, Equatable {
    case increment
    case setCount(Int)
    case loadTwo
    case load(String)
    case loaded(String)
    case listen
    case stopListening
    case chain(Int)

    struct AllCasePaths: Sendable {
      var increment: AnyCasePath<Action, Void> {
        AnyCasePath(embed: { .increment }) { if case .increment = $0 { () } else { nil } }
      }
      var setCount: AnyCasePath<Action, Int> {
        AnyCasePath(embed: Action.setCount) {
          if case .setCount(let count) = $0 { count } else { nil }
        }
      }
      var loaded: AnyCasePath<Action, String> {
        AnyCasePath(embed: Action.loaded) { if case .loaded(let text) = $0 { text } else { nil } }
      }
      var chain: AnyCasePath<Action, Int> {
        AnyCasePath(embed: Action.chain) { if case .chain(let rest) = $0 { rest } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum CancelID { case listening }

  var gates = Gates()

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .setCount(let count):
        state.count = count
        return .none
      case .loadTwo:
        return .run { send in
          await send(.loaded("one"))
          await send(.loaded("two"))
        }
      case .load(let name):
        state.isLoading = true
        return .run { [gates] send in
          await gates.pass(name)
          await send(.loaded(name))
        }
      case .loaded(let text):
        state.isLoading = false
        state.text = text
        return .none
      case .listen:
        return .run { [gates] _ in await gates.pass("never") }
          .cancellable(id: CancelID.listening)
      case .stopListening:
        return .cancel(id: CancelID.listening)
      case .chain(let rest):
        state.count = rest
        guard rest > 0 else { return .none }
        return .run { send in await send(.chain(rest - 1)) }
      }
    }
  }
}
