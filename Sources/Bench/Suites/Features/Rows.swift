import ComposableCore

/// A list whose elements are features.
struct Rows: Reducer {
  struct State: Identifiable, Sendable {
    var id = 0
    var count = 0
    var rows: IdentifiedArrayOf<Row.State> = []

    /// Creates a list of rows with the ids 0, 1, 2, …
    init(id: Int = 0, rows count: Int) {
      self.id = id
      rows = IdentifiedArray(uniqueElements: (0..<count).map { Row.State(id: $0) })
    }
  }

  enum Action: CasePathable, Sendable {
    case incrementButtonTapped
    case rows(IdentifiedActionOf<Row>)

    struct AllCasePaths: Sendable {
      var rows: AnyCasePath<Action, IdentifiedActionOf<Row>> {
        AnyCasePath(_unsafeEmbed: Action.rows) { action in
          guard case .rows(let value) = action else { return nil }
          return value
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.count += 1
        return .none

      case .rows(.element(_, action: .tapped)):
        state.count += 1
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) {
      Row()
    }
  }
}

/// An element of a list.
struct Row: Reducer {
  struct State: Identifiable, Sendable {
    let id: Int
    var taps = 0
  }

  enum Action: Sendable {
    case tapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tapped: state.taps += 1
      }
      return .none
    }
  }
}
