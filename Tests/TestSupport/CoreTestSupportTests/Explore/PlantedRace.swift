import ComposableCore
import ComposableCoreTestSupport
import Testing

/// Programs with a race, each with its correction.
enum PlantedRace: String, CaseIterable, Sendable {
  case laterAnswerLoses, workOutlivesCancellation, flagOfTwoLoads, sharedCancellationID
  case refreshAfterLogout, lostUpdate, clearedDuringDebounce, rollbackOfNewerValue
  case cacheFilledTwice, failureKeepsSpinner, sleepersOfOneInstant, screenClosesWhileSaving
  case answerAfterTimeout

  @MainActor
  func run(isCorrected: Bool, in exploration: Exploration) {
    switch self {
    case .laterAnswerLoses: runLaterAnswerLoses(isCorrected, exploration)
    case .workOutlivesCancellation: runWorkOutlivesCancellation(isCorrected, exploration)
    case .flagOfTwoLoads: runFlagOfTwoLoads(isCorrected, exploration)
    case .sharedCancellationID: runSharedCancellationID(isCorrected, exploration)
    case .refreshAfterLogout: runRefreshAfterLogout(isCorrected, exploration)
    case .lostUpdate: runLostUpdate(isCorrected, exploration)
    case .clearedDuringDebounce: runClearedDuringDebounce(isCorrected, exploration)
    case .rollbackOfNewerValue: runRollbackOfNewerValue(isCorrected, exploration)
    case .cacheFilledTwice: runCacheFilledTwice(isCorrected, exploration)
    case .failureKeepsSpinner: runFailureKeepsSpinner(isCorrected, exploration)
    case .sleepersOfOneInstant: runSleepersOfOneInstant(isCorrected, exploration)
    case .screenClosesWhileSaving: runScreenClosesWhileSaving(isCorrected, exploration)
    case .answerAfterTimeout: runAnswerAfterTimeout(isCorrected, exploration)
    }
  }
}

/// The answer of an earlier search replaces the answer of a later one.
@MainActor
private func runLaterAnswerLoses(_ isCorrected: Bool, _ exploration: Exploration) {
  let store = makeStore(TextState()) { state, action in
    switch action {
    case .start(let query):
      return .run { send in
        await Task.yield()
        await send(.finish("results of \(query)"))
      }
      .cancellable(id: "search", cancelInFlight: isCorrected)
    case .finish(let text): state.text = text
    case .stop: break
    }
    return .none
  }
  exploration.send(.start("a"), to: store)
  exploration.send(.start("ab"), to: store)
  exploration.eventually { #expect(store.text == "results of ab") }
}

/// A task within an effect is not cancelled with it, and passes its result on.
@MainActor
private func runWorkOutlivesCancellation(_ isCorrected: Bool, _ exploration: Exploration) {
  let store = makeStore(TextState()) { state, action in
    switch action {
    case .start(let text):
      return .run { send in
        if isCorrected {
          await Task.yield()
          await send(.finish(text))
        } else {
          Task {
            await Task.yield()
            await send(.finish(text))
          }
        }
      }
      .cancellable(id: "work")
    case .finish(let text): state.text = text
    case .stop:
      state.isStopped = true
      return .cancel(id: "work")
    }
    return .none
  }
  exploration.send(.start("late"), to: store)
  exploration.send(.stop, to: store)
  exploration.step("checks after the stop") {
    let before = store.text
    exploration.eventually { #expect(store.text == before) }
  }
}

/// Two loads share one flag, which the first to end resets.
@MainActor
private func runFlagOfTwoLoads(_ isCorrected: Bool, _ exploration: Exploration) {
  let store = makeStore(LoadState()) { state, action in
    switch action {
    case .start(let name):
      state.loads += 1
      state.isLoading = true
      return .run { send in
        await Task.yield()
        await send(.finish(name))
      }
    case .finish:
      state.loads -= 1
      if isCorrected {
        state.isLoading = state.loads > 0
      } else {
        state.isLoading = false
      }
      if state.isLoading != (state.loads > 0) { state.hasLied = true }
    case .stop: break
    }
    return .none
  }
  exploration.send(.start("profile"), to: store)
  exploration.send(.start("friends"), to: store)
  exploration.eventually { #expect(!store.hasLied) }
}

/// Two features use one id for cancellation, so that the start of one cancels the other.
@MainActor
private func runSharedCancellationID(_ isCorrected: Bool, _ exploration: Exploration) {
  let store = makeStore(TextState()) { state, action in
    switch action {
    case .start(let name):
      return .run { send in
        await Task.yield()
        await send(.finish(name))
      }
      .cancellable(id: isCorrected ? name : "load", cancelInFlight: true)
    case .finish(let name): state.names.insert(name)
    case .stop: break
    }
    return .none
  }
  exploration.send(.start("profile"), to: store)
  exploration.send(.start("friends"), to: store)
  exploration.eventually { #expect(store.names == ["profile", "friends"]) }
}

/// A token that is refreshed while its user logs out logs the user in again.
@MainActor
private func runRefreshAfterLogout(_ isCorrected: Bool, _ exploration: Exploration) {
  let store = makeStore(TextState(text: "old token")) { state, action in
    switch action {
    case .start:
      return .run { send in
        await Task.yield()
        await send(.finish("new token"))
      }
      .cancellable(id: "refresh")
    case .finish(let token): state.text = token
    case .stop:
      state.text = ""
      return isCorrected ? .cancel(id: "refresh") : .none
    }
    return .none
  }
  exploration.send(.start(""), to: store)
  exploration.send(.stop, to: store)
  exploration.eventually { #expect(store.text == "") }
}

/// An effect computes with a captured value, and loses the changes made meanwhile.
@MainActor
private func runLostUpdate(_ isCorrected: Bool, _ exploration: Exploration) {
  let store = makeStore(LoadState()) { state, action in
    switch action {
    case .start:
      return .run { [loads = state.loads] send in
        await Task.yield()
        await send(.finish("\(loads + 1)"))
      }
    case .finish(let text): state.loads = isCorrected ? state.loads + 1 : Int(text) ?? 0
    case .stop: break
    }
    return .none
  }
  exploration.send(.start(""), to: store)
  exploration.send(.start(""), to: store)
  exploration.eventually { #expect(store.loads == 2) }
}

/// A debounced search is not cancelled by the button that clears the query.
@MainActor
private func runClearedDuringDebounce(_ isCorrected: Bool, _ exploration: Exploration) {
  let clock = TestClock()
  let store = makeStore(TextState()) { state, action in
    switch action {
    case .start(let query):
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.finish("results of \(query)"))
      }
      .cancellable(id: "search", cancelInFlight: true)
    case .finish(let text): state.text = text
    case .stop:
      state.text = ""
      return isCorrected ? .cancel(id: "search") : .none
    }
    return .none
  }
  exploration.send(.start("a"), to: store)
  exploration.send(.stop, to: store)
  exploration.advance(clock, by: .seconds(1))
  exploration.eventually { #expect(store.text == "") }
}

/// The failure of an older request undoes the change of a newer one.
@MainActor
private func runRollbackOfNewerValue(_ isCorrected: Bool, _ exploration: Exploration) {
  let store = makeStore(TextState(text: "none")) { state, action in
    switch action {
    case .start(let value):
      let old = state.text
      state.text = value
      return .run { send in
        do {
          try await exploration.endpoint(
            "save \(value)", outcomes: [value == "red" ? .fails : .succeeds]
          ) {}
        } catch {
          await send(.finish("\(value)>\(old)"))
        }
      }
    case .finish(let change):
      let parts = change.split(separator: ">").map(String.init)
      if !isCorrected || state.text == parts[0] { state.text = parts[1] }
    case .stop: break
    }
    return .none
  }
  exploration.send(.start("red"), to: store)
  exploration.send(.start("blue"), to: store)
  exploration.eventually { #expect(store.text == "blue") }
}

/// Two tasks find an empty cache, as there is a suspension between the test and the change.
@MainActor
private func runCacheFilledTwice(_ isCorrected: Bool, _ exploration: Exploration) {
  let cache = Cache(keepsRequests: isCorrected)
  let store = makeStore(TextState()) { state, action in
    switch action {
    case .start:
      return .run { send in await send(.finish(await cache.value())) }
    case .finish(let text): state.text = text
    case .stop: break
    }
    return .none
  }
  exploration.send(.start(""), to: store)
  exploration.send(.start(""), to: store)
  exploration.eventually { #expect(await cache.requests == 1) }
}

private actor Cache {
  private let keepsRequests: Bool
  private var kept: String?
  private var request: Task<String, Never>?
  private(set) var requests = 0

  init(keepsRequests: Bool) {
    self.keepsRequests = keepsRequests
  }

  func value() async -> String {
    if let kept { return kept }
    if let request { return await request.value }
    requests += 1
    let task = Task { @concurrent in
      await Task.yield()
      return "value"
    }
    if keepsRequests { request = task }
    let value = await task.value
    kept = value
    return value
  }
}

/// A request that fails leaves the indicator of progress on.
@MainActor
private func runFailureKeepsSpinner(_ isCorrected: Bool, _ exploration: Exploration) {
  let store = makeStore(LoadState()) { state, action in
    switch action {
    case .start:
      state.isLoading = true
      return .run { send in
        do {
          try await exploration.endpoint("load", outcomes: [.succeeds, .fails]) {}
          await send(.finish(""))
        } catch {
          if isCorrected { await send(.stop) }
        }
      }
    case .finish, .stop: state.isLoading = false
    }
    return .none
  }
  exploration.send(.start(""), to: store)
  exploration.eventually { #expect(!store.isLoading) }
}

/// Two timers of one instant, of which the first is expected to fire first.
@MainActor
private func runSleepersOfOneInstant(_ isCorrected: Bool, _ exploration: Exploration) {
  let clock = TestClock()
  let store = makeStore(TextState()) { state, action in
    switch action {
    case .start:
      return .merge(
        ["a", "b"].map { name in
          Effect<TextAction>.run { send in
            let isLater = isCorrected && name == "b"
            try await clock.sleep(for: .seconds(isLater ? 2 : 1))
            await send(.finish(name))
          }
        })
    case .finish(let text): state.text += text
    case .stop: break
    }
    return .none
  }
  exploration.send(.start(""), to: store)
  exploration.advance(clock, by: .seconds(2))
  exploration.eventually { #expect(store.text == "ab") }
}

/// A screen closes while its document is saved, and the answer opens it again.
@MainActor
private func runScreenClosesWhileSaving(_ isCorrected: Bool, _ exploration: Exploration) {
  let store = makeStore(ScreenState(document: "draft")) { state, action in
    switch action {
    case .start(let text):
      return .run { send in
        await Task.yield()
        await send(.finish(text))
      }
    case .finish(let text):
      if !isCorrected || state.document != nil { state.document = text }
    case .stop: state.document = nil
    }
    return .none
  }
  exploration.send(.start("saved"), to: store)
  exploration.send(.stop, to: store)
  exploration.eventually { #expect(store.document == nil) }
}

/// An answer that comes after its timeout replaces the message that nothing has come.
@MainActor
private func runAnswerAfterTimeout(_ isCorrected: Bool, _ exploration: Exploration) {
  let clock = TestClock()
  let store = makeStore(TextState()) { state, action in
    switch action {
    case .start(let name):
      return .merge(
        .run { send in
          await exploration.pause()
          await send(.finish(name))
        }
        .cancellable(id: "request"),
        .run { send in
          try await clock.sleep(for: .seconds(5))
          await send(.stop)
        }
        .cancellable(id: "timeout"))
    case .finish(let text):
      state.text = text
      return .cancel(id: "timeout")
    case .stop:
      state.isStopped = true
      return isCorrected ? .cancel(id: "request") : .none
    }
  }
  exploration.send(.start("answer"), to: store)
  exploration.advance(clock, by: .seconds(5))
  exploration.eventually { #expect(store.isStopped == (store.text == "")) }
}

@MainActor
func makeStore<State>(
  _ initialState: State,
  _ reduce: @escaping (inout State, TextAction) -> Effect<TextAction>
) -> Store<State, TextAction> {
  Store(initialState: initialState) { Reduce(reduce) }
}

struct TextState: Equatable {
  var text = ""
  var names: Set<String> = []
  var isStopped = false
}

struct LoadState: Equatable {
  var loads = 0
  var isLoading = false
  var hasLied = false
}

struct ScreenState: Equatable {
  var document: String?
}

enum TextAction: Sendable {
  case start(String)
  case finish(String)
  case stop
}
