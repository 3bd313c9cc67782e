import ComposableArchitecture
import Foundation
import Testing

// The snippets of the articles on macros.
@MainActor
@Suite struct MacrosArticleTests {
  @Test func observing() async {
    let store = Store(initialState: Search.State()) { Search() }
    let texts = LockIsolated<[String]>([])
    let token = observe {
      let text = "\(store.query) \(store.results.count)"
      texts.withValue { $0.append(text) }
    }
    store.send(.queryChanged("a"))
    for _ in 0..<1_000 where texts.value.count < 2 { await Task.yield() }
    #expect(texts.value.first == " 0")
    #expect(texts.value.last == "a 0")
    token.cancel()
  }

  @Test func showing() throws {
    let store = Store(
      initialState: Shop.State(destination: .share(Shop.Document(name: "list")))
    ) { Shop() }
    let destination = try #require(
      store.scope(\.destination, action: \.destination.presented))
    switch destination.case {
    case .edit: Issue.record("Another case is presented.")
    case .alert: Issue.record("Another case is presented.")
    case .share(let document): #expect(document.name == "list")
    }
  }
}

@Reducer
private struct Search {
  @ObservableState
  struct State: Equatable {
    let id = UUID()
    var query = ""
    var results: [String] = []
    @ObservationStateIgnored var scrollOffset = 0.0
  }
  enum Action { case queryChanged(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query): state.query = query
      }
      return .none
    }
  }
}

@Reducer
private struct Shop {
  struct Document: Equatable { var name: String }

  @Reducer
  enum Destination {
    case edit(Editor)
    case alert(AlertState<Alert>)
    @ReducerCaseIgnored case share(Document)

    @CasePathable
    enum Alert { case confirmButtonTapped }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
  }
  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case editButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .editButtonTapped = action { state.destination = .edit(Editor.State()) }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension Shop.Destination.State: Equatable {}
