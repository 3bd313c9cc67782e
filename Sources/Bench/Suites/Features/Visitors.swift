import ComposableCore

/// A list whose elements come and go, each with an id of its own.
struct Visitors: Reducer {
  struct State: Sendable {
    var nextID = 0
    var rows: IdentifiedArrayOf<Row.State> = []
  }

  enum Action: CasePathable, Sendable {
    case came
    case left
    case rows(IdentifiedActionOf<Row>)

    struct AllCasePaths: Sendable {
      var rows: AnyCasePath<Action, IdentifiedActionOf<Row>> {
        AnyCasePath(_unsafeEmbed: Action.rows) {
          if case .rows(let value) = $0 { value } else { nil }
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .came:
        state.rows.append(Row.State(id: state.nextID))
        state.nextID += 1

      case .left:
        state.rows.remove(at: 0)

      case .rows:
        break
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) {
      Row()
    }
  }
}
