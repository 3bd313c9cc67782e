import ComposableCore

/// A feature with effects whose answers come in any order.
struct Library: Reducer {
  struct State: Equatable, Codable {
    var query = ""
    var results: [String] = []
    var loaded: [String] = []
    var count = 0
    var isOpen = false
    var page: Page.State?
    var shelves = StackState<Shelf.State>()
    var piles = StackState<Shelf.State>()
  }

  enum Action: Equatable, Codable, CasePathable {
    case searched(String)
    case found([String])
    case searchedLatest(String)
    case cancelled
    case loadButtonTapped
    case loaded(String)
    case incremented
    case countedTwice
    case timerStarted
    case ticked
    case opened
    case closed
    case page(Page.Action)
    case shelved
    case piled
    case announced(String)
  }

  enum CancelID { case search }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .searched(let query):
        state.query = query
        return .run { await $0(.found([query])) }
      case .searchedLatest(let query):
        state.query = query
        return .run { await $0(.found([query])) }
          .cancellable(id: CancelID.search, cancelInFlight: true)
      case .found(let results):
        state.results = results
      case .cancelled:
        return .cancel(id: CancelID.search)
      case .loadButtonTapped:
        return .merge(
          .run { await $0(.loaded("a")) }, .run { await $0(.loaded("b")) },
          .send(.announced("loading")))
      case .loaded(let part):
        state.loaded = Set(state.loaded + [part]).sorted()
      case .incremented:
        state.count += 1
      case .countedTwice:
        state.count *= 2
      case .timerStarted:
        return .run { await $0(.ticked) }
      case .ticked:
        state.isOpen.toggle()
      case .opened:
        state.page = Page.State()
      case .closed:
        state.page = nil
      case .shelved:
        state.shelves.append(Shelf.State())
      case .piled:
        state.piles.append(Shelf.State())
      case .announced(let text):
        state.query += text
      case .page:
        break
      }
      return .none
    }
    .ifLet(\.page, action: Self.pageCase) { Page() }
  }

  private static var pageCase: CaseKeyPath<Action, Page.Action> { \.page }

  struct Page: Reducer {
    struct State: Equatable, Codable {
      var text = ""
    }

    enum Action: Equatable, Codable {
      case appeared
      case arrived(String)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .appeared: return .run { await $0(.arrived("text")) }
        case .arrived(let text): state.text = text
        }
        return .none
      }
    }
  }

  struct Shelf: Reducer {
    struct State: Equatable, Codable {}
    enum Action: Equatable, Codable { case read }

    var body: some ReducerOf<Self> { EmptyReducer() }
  }
}

extension Library.Action {
  struct AllCasePaths: Sendable {
    var page: AnyCasePath<Library.Action, Library.Page.Action> {
      AnyCasePath(embed: Library.Action.page) {
        if case .page(let action) = $0 { action } else { nil }
      }
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
