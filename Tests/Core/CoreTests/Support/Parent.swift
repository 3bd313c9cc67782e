import ComposableCore
import TestSupport

/// A parent with each kind of child: always there, optional, and in a collection.
struct Parent: Reducer {
  struct State: Equatable {
    var log: [String] = []
    var counter = Counter.State()
    var optional: Worker.State?
    var rows: IdentifiedArrayOf<Worker.State> = []
    var computed: Counter.State {
      get { Counter.State(count: counter.count * 2) }
      set { counter.count = newValue.count / 2 }
    }
  }

  enum Action: CasePathable, Equatable {
    case counter(Counter.Action)
    case computed(Counter.Action)
    case optional(Worker.Action)
    case rows(IdentifiedActionOf<Worker>)
    case dismiss
    case cancelWork
    case present(Worker.State)
    case insertRow(Int)
    case removeRow(Int)

    struct AllCasePaths: Sendable {
      var counter: AnyCasePath<Action, Counter.Action> {
        AnyCasePath(embed: Action.counter) {
          if case .counter(let value) = $0 { value } else { nil }
        }
      }
      var computed: AnyCasePath<Action, Counter.Action> {
        AnyCasePath(embed: Action.computed) {
          if case .computed(let value) = $0 { value } else { nil }
        }
      }
      var optional: AnyCasePath<Action, Worker.Action> {
        AnyCasePath(embed: Action.optional) {
          if case .optional(let value) = $0 { value } else { nil }
        }
      }
      var rows: AnyCasePath<Action, IdentifiedActionOf<Worker>> {
        AnyCasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let gates: Gates

  var body: some ReducerOf<Self> {
    Scope(\.counter, action: \.counter) { Counter() }
    Scope(\.computed, action: \.computed) { Counter() }
    Reduce { state, action in
      switch action {
      case .dismiss: state.optional = nil
      case .present(let child): state.optional = child
      case .insertRow(let id): state.rows.append(Worker.State(id: id))
      case .removeRow(let id): state.rows.remove(id: id)
      case .cancelWork: return .cancel(id: Worker.CancelID.work)
      case .counter(.set(let count)):
        state.log.append("parent saw \(state.counter.count) == \(count)")
      default: break
      }
      return .none
    }
    .ifLet(\.optional, action: \.optional) { Worker(gates: gates) }
    .forEach(\.rows, action: \.rows) { Worker(gates: gates) }
  }
}
