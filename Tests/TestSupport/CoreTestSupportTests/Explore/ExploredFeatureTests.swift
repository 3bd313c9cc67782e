import ComposableCore
import Dispatch
import Testing

@testable import ComposableCoreTestSupport

/// Effects of features that were removed, and observers.
@MainActor
@Suite(.serialized)
struct ExploredFeatureTests {
  @Test func explore_effectOfARemovedChildGoesOn_isReported() async throws {
    let kept = LockIsolated<[CheckedContinuation<Void, Never>]>([])
    let (orders, reports) = try await issues {
      try await explore(within: nil) { exploration in
        let store = makeParent {
          await withCheckedContinuation { continuation in
            kept.withValue { $0.append(continuation) }
          }
        }
        exploration.send(.child(.load), to: store)
        exploration.send(.close, to: store)
      }
    }
    for continuation in kept.value { continuation.resume() }
    #expect(orders.hasFailed)
    #expect(reports.count == 1)
    #expect(reports.first?.contains("still runs after its feature has been removed") == true)
  }

  @Test func explore_effectOfARemovedChildEnds_passes() async throws {
    let orders = try await explore(within: nil) { exploration in
      let store = makeParent { await exploration.pause() }
      exploration.send(.child(.load), to: store)
      exploration.send(.close, to: store)
      exploration.eventually { #expect(store.child == nil) }
    }
    #expect(!orders.hasFailed)
  }

  @Test func explore_observersOfOneProperty_reactInTheOrderInWhichTheyBegan() async throws {
    let names = (0..<20).map { "\($0)" }
    let reacted = LockIsolated<[String]>([])
    try await explore(replaying: "usual", within: nil) { exploration in
      let store = makeStore(TextState()) { state, action in
        if case .start(let text) = action { state.text = text }
        return .none
      }
      reacted.setValue([])
      let tokens = names.map { name in
        observe { if store.text != "" { reacted.withValue { $0.append(name) } } }
      }
      exploration.send(.start("a"), to: store)
      exploration.eventually { withExtendedLifetime(tokens) {} }
    }
    #expect(reacted.value == names)
  }

  @Test func explore_twoObservers_reactInBothOrders() async throws {
    let seen = SeenTexts()
    try await explore(within: nil) { exploration in
      let store = makeStore(TextState()) { state, action in
        switch action {
        case .start: state.isStopped = true
        case .finish(let text): state.text += text
        case .stop: break
        }
        return .none
      }
      let tokens = ["a", "b"].map { name in
        observe { if store.isStopped { store.send(.finish(name)) } }
      }
      exploration.send(.start(""), to: store)
      exploration.eventually { withExtendedLifetime(tokens) {} }
      seen.insert(at: exploration) { store.text }
    }
    #expect(seen.all == ["ab", "ba"])
  }

  @Test func explore_threadResumesATaskOfAnEarlierRun_isNotDeterministic() async throws {
    let runs = LockIsolated(0)
    let earlier = LockIsolated<CheckedContinuation<Void, Never>?>(nil)
    let (_, reports) = try await issues {
      try await explore(within: nil, checking: []) { exploration in
        let run = runs.withValue {
          $0 += 1
          return $0
        }
        exploration.step("waits for another thread") {
          guard run == 1 else {
            let continuation = earlier.withValue { $0.take() }
            guard let continuation else { return }
            let hasResumed = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
              continuation.resume()
              hasResumed.signal()
            }
            hasResumed.wait()
            return
          }
          Task { await withCheckedContinuation { earlier.setValue($0) } }
        }
      }
    }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("a task of an earlier run") == true)
  }

  private func makeParent(
    _ load: @escaping @Sendable () async -> Void
  ) -> StoreOf<ExploredParent> {
    Store(initialState: ExploredParent.State(child: ExploredChild.State())) {
      ExploredParent(load: load)
    }
  }
}

struct ExploredParent: Reducer {
  struct State: Equatable {
    var child: ExploredChild.State?
  }
  enum Action {
    case child(ExploredChild.Action)
    case close
  }

  let load: @Sendable () async -> Void

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .close = action { state.child = nil }
      return .none
    }
    .ifLet(\.child, action: \.child) { ExploredChild(load: load) }
  }
}

extension ExploredParent.Action: CasePathable {
  struct AllCasePaths {
    var child: AnyCasePath<ExploredParent.Action, ExploredChild.Action> {
      AnyCasePath(
        embed: { .child($0) },
        extract: { if case .child(let action) = $0 { action } else { nil } })
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

struct ExploredChild: Reducer {
  struct State: Equatable {}
  enum Action { case load }

  let load: @Sendable () async -> Void

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run { [load] _ in await load() }
  }
}
