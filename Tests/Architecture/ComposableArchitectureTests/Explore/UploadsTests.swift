import ComposableArchitecture
import ComposableCoreTestSupport
import Testing

/// An upload goes on after its cancellation, in one of three that run at a time.
@MainActor
@Suite struct UploadsTests {
  @Test func explore_uploadsOfManyOrders_fewChoicesTellTheRace() async throws {
    try await expectRace(reporting: [
      "with 1 choice other than the usual", "comes after, and usually before", "the user looks",
    ]) { hasRace, exploration in
      let store = Store(initialState: Uploads.State()) {
        Uploads(hasRace: hasRace) { _ in
          await exploration.pause()
          try Task.checkCancellation()
        }
      }
      exploration.send(.uploadTapped("a"), to: store)
      exploration.send(.uploadTapped("b"), to: store)
      exploration.send(.uploadTapped("c"), to: store)
      exploration.send(.cancelTapped("a"), to: store)
      exploration.step("the user looks") {
        let isDone = store.done.contains("a")
        exploration.eventually { #expect(store.done.contains("a") == isDone) }
      }
    }
  }
}

/// The feature with the race uploads in an unstructured task, which no cancellation reaches.
@Reducer struct Uploads {
  @ObservableState struct State: Equatable {
    var progress: [String: Int] = [:]
    var done: Set<String> = []
    var cancelled: Set<String> = []
    var quota = 0
  }
  enum Action {
    case uploadTapped(String)
    case cancelTapped(String)
    case progress(String, Int)
    case finished(String)
    case quotaLoaded(Int)
  }
  let hasRace: Bool
  let save: @Sendable (String) async throws -> Void
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .uploadTapped(let name):
        state.progress[name] = 0
        state.cancelled.remove(name)
        return .merge(
          .run { [hasRace, save] send in
            if !hasRace {
              try await save(name)
              await send(.progress(name, 50))
              try await save(name)
              await send(.finished(name))
            } else {
              let task = Task {
                try await save(name)
                await send(.progress(name, 50))
                try await save(name)
                await send(.finished(name))
              }
              try await task.value
            }
          }.cancellable(id: name),
          .run { [save] send in
            try await save("quota")
            await send(.quotaLoaded(7))
          })
      case .cancelTapped(let name):
        state.progress[name] = nil
        state.cancelled.insert(name)
        return .cancel(id: name)
      case .progress(let name, let percent):
        state.progress[name] = percent
        return .none
      case .finished(let name):
        state.progress[name] = nil
        state.done.insert(name)
        return .none
      case .quotaLoaded(let quota):
        state.quota = quota
        return .none
      }
    }
  }
}
