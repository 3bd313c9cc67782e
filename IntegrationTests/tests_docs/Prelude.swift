// The features that the examples of documentation comments refer to. They have no macros, which are
// not built where the examples are compiled.
import ComposableCore

struct Facts: Sendable {
  var fetch: @Sendable (Int) async throws -> String
}

extension Facts: DependencyKey {
  static let liveValue = Facts { "\($0)" }
}

let facts = Facts.liveValue

struct Counter: Reducer {
  struct State: Equatable {
    var count = 0
    var fact: String?
  }

  enum Action: Equatable {
    case factButtonTapped
    case factResponse(String)
    case incrementButtonTapped
  }

  @Dependency(Facts.self) var facts

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .factButtonTapped:
        let count = state.count
        return .run { send in
          let fact = try await facts.fetch(count)
          await send(.factResponse(fact))
        }
      case .factResponse(let fact):
        state.fact = fact
        return .none
      case .incrementButtonTapped:
        state.count += 1
        return .none
      }
    }
  }
}

struct Row: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var isDone = false
  }

  enum Action {
    case deleteButtonTapped
    case doneButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .doneButtonTapped = action { state.isDone = true }
      return .none
    }
  }
}

/// The parent whose body an example shows.
struct Parent {
  struct State: Equatable {
    var counter = Counter.State()
    var detail: Counter.State?
    var rows: IdentifiedArrayOf<Row.State> = []
  }

  enum Action: CasePathable {
    case closeButtonTapped
    case counter(Counter.Action)
    case detail(Counter.Action)
    case detailButtonTapped
    case rows(IdentifiedActionOf<Row>)

    struct AllCasePaths: Sendable {
      var counter: AnyCasePath<Action, Counter.Action> {
        AnyCasePath(embed: Action.counter) {
          if case .counter(let value) = $0 { value } else { nil }
        }
      }
      var detail: AnyCasePath<Action, Counter.Action> {
        AnyCasePath(embed: Action.detail) { if case .detail(let value) = $0 { value } else { nil } }
      }
      var rows: AnyCasePath<Action, IdentifiedActionOf<Row>> {
        AnyCasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
}
