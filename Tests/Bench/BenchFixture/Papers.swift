import ComposableCore

/// A feature of a client of Bench, which replays its sessions: a pile of papers, each of which can
/// be written on.
struct Papers: Reducer {
  struct State: Codable {
    var pile = StackState<Paper.State>()
  }

  enum Action: CasePathable, Codable {
    case putButtonTapped
    case clearButtonTapped
    case pile(StackActionOf<Paper>)

    struct AllCasePaths: Sendable {
      var pile: AnyCasePath<Action, StackActionOf<Paper>> {
        AnyCasePath(embed: Action.pile) { if case .pile(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .putButtonTapped:
        state.pile.append(Paper.State())
      case .clearButtonTapped:
        state.pile.removeAll()
      case .pile:
        break
      }
      return .none
    }
    .forEach(\.pile, action: \.pile) { Paper() }
  }
}

/// A paper with as many words as were written.
struct Paper: Reducer {
  struct State: Codable {
    var words = 0
  }

  enum Action: Codable {
    case wrote
  }

  var body: some ReducerOf<Self> {
    let allocates = BenchFixture.plants("allocation")
    return Reduce { state, _ in
      state.words += allocates ? Scrap(words: 1).words : 1
      return .none
    }
  }
}

/// A planted defect: an allocation that the optimiser leaves.
private final class Scrap {
  let words: Int

  @inline(never)
  init(words: Int) { self.words = words }
}
