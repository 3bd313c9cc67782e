import ComposableCore
import Testing

/// The snippets of the article "Stores on servers".
@Suite struct StoresOnServersArticleTests {
  @Test func sessions() async {
    let sessions = Sessions()
    let store = await sessions.store(for: "blob")
    await store.send(.messageReceived("Hello"))
    let count = await store.messages.count
    #expect(count == 1)
    await store.send(.messageReceived("/save")).finish()
    #expect(await store.saved == "Hello /save")
    let summary = await store.withState { "\($0.user): \($0.messages.count)" }
    #expect(summary == "blob: 2")
    #expect(await sessions.store(for: "blob") === store)
    await sessions.end("blob")
    #expect(await sessions.store(for: "blob") !== store)
  }

  actor Sessions {
    private var stores: [String: StoreActorOf<Session>] = [:]

    func store(for user: String) -> StoreActorOf<Session> {
      if let store = stores[user] { return store }
      let store = StoreActor(initialState: Session.State(user: user)) {
        Session()
      }
      stores[user] = store
      return store
    }

    func end(_ user: String) {
      stores[user] = nil
    }
  }

  actor Archive {
    func save(_ messages: [String]) -> String { messages.joined(separator: " ") }
  }

  struct Session: Reducer {
    struct State {
      let user: String
      var messages: [String] = []
      var saved = ""
    }

    enum Action {
      case messageReceived(String)
      case saved(String)
    }

    let archive = Archive()

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .messageReceived(let message):
          state.messages.append(message)
          guard message == "/save" else { return .none }
          let messages = state.messages
          return .run { send in
            let text = await archive.save(messages)
            await send(.saved(text))
          }
        case .saved(let text):
          state.saved = text
          return .none
        }
      }
    }
  }
}
