import ComposableArchitecture
import ComposableCoreTestSupport
import Testing

/// The answer for an earlier scope replaces the answer for a later query.
@MainActor
@Suite struct ScopedSearchTests {
  @Test func explore_searchWithTwoIDs_namesTheTwoAnswers() async throws {
    try await expectRace(reporting: [
      "with 1 choice other than the usual", "[ScopedSearch] queryChanged",
      "→ [ScopedSearch] results\n  comes after, and usually before",
      "(both change 'results[0]')", "-     [0]: \"ab in books\"",
    ]) { hasRace, exploration in
      let store = Store(initialState: ScopedSearch.State()) {
        ScopedSearch(hasRace: hasRace) { key in
          await exploration.pause()
          return key
        }
      }
      exploration.send(.task, to: store)
      exploration.send(.queryChanged("a"), to: store)
      exploration.send(.scopeChanged("books"), to: store)
      exploration.send(.queryChanged("ab"), to: store)
      exploration.eventually { #expect(store.results == ["ab in books"]) }
    }
  }
}

/// A search whose queries cancel the search of a scope only without the race.
@Reducer struct ScopedSearch {
  @ObservableState struct State: Equatable {
    var query = ""
    var scope = "all"
    var results: [String] = []
    var suggestions: [String] = []
    var recents: [String] = []
    var isSearching = false
  }
  enum Action {
    case task
    case queryChanged(String)
    case scopeChanged(String)
    case results([String])
    case suggestions([String])
    case recents([String])
  }
  enum CancelID { case search, scope, suggestions }
  let hasRace: Bool
  let fetch: @Sendable (String) async throws -> String
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .task:
        return .run { send in await send(.recents([try await fetch("recents")])) }
      case .queryChanged(let query):
        state.query = query
        state.isSearching = true
        let key = "\(query) in \(state.scope)"
        return .merge(
          .run { send in await send(.results([try await fetch(key)])) }
            .cancellable(id: CancelID.search, cancelInFlight: true),
          .run { send in await send(.suggestions([try await fetch("suggest \(query)")])) }
            .cancellable(id: CancelID.suggestions, cancelInFlight: true))
      case .scopeChanged(let scope):
        state.scope = scope
        state.isSearching = true
        let key = "\(state.query) in \(scope)"
        return .run { send in await send(.results([try await fetch(key)])) }
          .cancellable(id: hasRace ? CancelID.scope : .search, cancelInFlight: true)
      case .results(let results):
        state.results = results
        state.isSearching = false
        return .none
      case .suggestions(let suggestions):
        state.suggestions = suggestions
        return .none
      case .recents(let recents):
        state.recents = recents
        return .none
      }
    }
  }
}
