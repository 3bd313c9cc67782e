import ComposableArchitecture
import Foundation
import Testing

/// A list that is loaded page by page, with rows, a search that replaces the running one, and
/// favourites that are shared and stored.
@MainActor
@Suite struct PagesTests {
  @Test func pages_endOfTheList_loadsTheNext() async {
    let store = TestStore(initialState: Catalogue.State()) {
      Catalogue()
    } withDependencies: {
      $0.catalogue.page = { query, number in
        CataloguePage(
          items: [CatalogueItem(id: number * 2 - 1), CatalogueItem(id: number * 2)],
          next: number < 2 ? number + 1 : nil)
      }
    }
    await store.send(.task) { $0.isLoading = true }
    await store.receive(\.pageLoaded.success) {
      $0.isLoading = false
      $0.rows = [
        CatalogueRow.State(item: CatalogueItem(id: 1)),
        CatalogueRow.State(item: CatalogueItem(id: 2)),
      ]
      $0.next = 2
    }
    await store.send(.rows(.element(id: 1, action: .appeared)))
    await store.send(.rows(.element(id: 2, action: .appeared))) { $0.isLoading = true }
    await store.receive(\.pageLoaded.success) {
      $0.isLoading = false
      $0.rows.append(CatalogueRow.State(item: CatalogueItem(id: 3)))
      $0.rows.append(CatalogueRow.State(item: CatalogueItem(id: 4)))
      $0.next = nil
    }
    await store.send(.rows(.element(id: 4, action: .appeared)))
    await store.send(\.rows[id: 3].favouriteButtonTapped) {
      $0.rows[id: 3]?.$favourites.withLock { _ = $0.insert(3) }
    }
    #expect(store.state.favourites == [3])
  }

  @Test func search_replacesTheOneBefore() async {
    let clock = TestClock()
    let store = TestStore(initialState: Catalogue.State()) {
      Catalogue()
    } withDependencies: {
      $0.continuousClock = clock
      $0.catalogue.page = { query, _ in
        CataloguePage(items: [CatalogueItem(id: query.count)], next: nil)
      }
    }
    await store.send(.queryChanged("a")) {
      $0.query = "a"
      $0.isLoading = true
    }
    await clock.advance(by: .milliseconds(200))
    await store.send(.queryChanged("ab")) { $0.query = "ab" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.pageLoaded.success) {
      $0.isLoading = false
      $0.rows = [CatalogueRow.State(item: CatalogueItem(id: 2))]
    }
  }

  @Test func failure_isKept() async {
    let store = TestStore(initialState: Catalogue.State()) {
      Catalogue()
    } withDependencies: {
      $0.catalogue.page = { _, _ in throw CatalogueError.offline }
    }
    await store.send(.task) { $0.isLoading = true }
    await store.receive(\.pageLoaded.failure) {
      $0.isLoading = false
      $0.message = "offline"
    }
  }
}

enum CatalogueError: Error { case offline }

struct CatalogueItem: Equatable, Identifiable, Sendable {
  var id: Int
}

struct CataloguePage: Equatable, Sendable {
  var items: [CatalogueItem]
  var next: Int?
}

@DependencyClient
struct CatalogueClient: Sendable {
  var page: @Sendable (_ query: String, _ number: Int) async throws -> CataloguePage
}

extension CatalogueClient: DependencyKey {
  static let liveValue = CatalogueClient(page: { _, _ in CataloguePage(items: [], next: nil) })
  static let testValue = CatalogueClient()
}

extension DependencyValues {
  var catalogue: CatalogueClient {
    get { self[CatalogueClient.self] }
    set { self[CatalogueClient.self] = newValue }
  }
}

extension SharedKey where Self == InMemoryKey<Set<Int>>.Default {
  static var favourites: Self { Self[.inMemory("favourites"), default: []] }
}

@Reducer
struct CatalogueRow {
  @ObservableState
  struct State: Equatable, Identifiable {
    var item: CatalogueItem
    @Shared(.favourites) var favourites

    var id: Int { item.id }
    var isFavourite: Bool { favourites.contains(id) }
  }

  enum Action {
    case appeared
    case favouriteButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        return .none
      case .favouriteButtonTapped:
        let id = state.id
        state.$favourites.withLock { favourites in
          if favourites.remove(id) == nil { favourites.insert(id) }
        }
        return .none
      }
    }
  }
}

@Reducer
struct Catalogue {
  @ObservableState
  struct State: Equatable {
    var rows: IdentifiedArrayOf<CatalogueRow.State> = []
    @SharedReader(.favourites) var favourites
    var isLoading = false
    var message: String?
    var next: Int?
    var query = ""
  }

  enum Action {
    case pageLoaded(Result<CataloguePage, any Error>)
    case queryChanged(String)
    case rows(IdentifiedActionOf<CatalogueRow>)
    case task
  }

  private enum CancelID { case load }

  @Dependency(\.catalogue) var catalogue
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pageLoaded(.success(let page)):
        state.isLoading = false
        state.rows.append(contentsOf: page.items.map { CatalogueRow.State(item: $0) })
        state.next = page.next
        return .none
      case .pageLoaded(.failure(let error)):
        state.isLoading = false
        state.message = "\(error)"
        return .none
      case .queryChanged(let query):
        state.query = query
        state.rows.removeAll()
        return load(1, &state, after: .milliseconds(300))
      case .rows(.element(let id, action: .appeared)):
        guard id == state.rows.last?.id, let next = state.next else { return .none }
        return load(next, &state)
      case .rows:
        return .none
      case .task:
        return load(1, &state)
      }
    }
    .forEach(\.rows, action: \.rows) {
      CatalogueRow()
    }
  }

  private func load(
    _ number: Int, _ state: inout State, after delay: Duration? = nil
  ) -> Effect<Action> {
    state.isLoading = true
    return .run { [query = state.query] send in
      if let delay { try await clock.sleep(for: delay) }
      let page = try await catalogue.page(query: query, number: number)
      await send(.pageLoaded(.success(page)))
    } catch: { error, send in
      await send(.pageLoaded(.failure(error)))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}
