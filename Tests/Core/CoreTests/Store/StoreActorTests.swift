import ComposableCore
import Observation
import TestSupport
import Testing

@Suite struct StoreActorTests {
  @Test func sendChangesStateBeforeItReturns() async {
    let store = StoreActor(initialState: Loader.State()) { Loader() }
    await store.send(.increment)
    await store.send(.increment)
    #expect(await store.state == Loader.State(count: 2))
    #expect(await store.count == 2)
    #expect(await store.withState { $0.count + 1 } == 3)
  }

  @Test func effectsRunAndEnd() async {
    let gates = Gates()
    let store = StoreActor(initialState: Loader.State()) { Loader(gates: gates) }
    let task = await store.send(.load("a"))
    #expect(await store.isLoading)
    gates.open("a")
    await task.finish()
    #expect(await store.text == "a")
    await store.send(.chain(100)).finish()
    #expect(await store.count == 0)
  }

  @Test func effectsRunInTheStoresIsolation() async {
    let store = StoreActor(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        guard action == 1 else { return .none }
        return .run { send in
          // Without a hop nothing gets between the two.
          await send(10)
          await send(100)
        }
      }
    }
    await store.send(1).finish()
    #expect(await store.state == 111)
  }

  /// The effect has a higher priority, and occasionally returns to the store first.
  @Test func actionsFromTheMainActorArriveBeforeTheirEffectEnds() async {
    let store = StoreActor(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        guard action == 1 else { return .none }
        return .run(priority: .high) { send in
          await Task.detached(priority: .background) { await send(10) }.value
        }
      }
    }
    for count in 1...1000 {
      await store.send(1).finish()
      guard await store.state == 11 * count else {
        Issue.record("an action came after the end of its effect, the \(count)th")
        return
      }
    }
  }

  @Test func cancellationReachesEffects() async {
    let gates = Gates()
    let store = StoreActor(initialState: Loader.State()) { Loader(gates: gates) }
    let task = await store.send(.listen)
    await gates.arrival(at: "never")
    await store.send(.stopListening)
    await task.finish()
    #expect(gates.cancelled == ["never"])
  }

  @Test func effectsEndWithTheStore() async {
    let gates = Gates()
    var store: StoreActorOf<Loader>? = StoreActor(initialState: Loader.State()) {
      Loader(gates: gates)
    }
    let task = await store?.send(.listen)
    await gates.arrival(at: "never")
    store = nil
    await task?.finish()
    #expect(gates.cancelled == ["never"])
  }

  @Test func scopedStoreSharesStateAndKeepsTheRoot() async {
    let gates = Gates()
    var parent: StoreActorOf<Parent>? = StoreActor(
      initialState: Parent.State(optional: Worker.State())
    ) {
      Parent(gates: gates)
    }
    let counter = parent!.scope(\.counter, action: \.counter)
    let task = await parent!.send(.optional(.start("work")))
    await gates.arrival(at: "work")
    await counter.send(.set(5))
    #expect(await parent!.log == ["parent saw 5 == 5"])
    parent = nil
    #expect(await counter.count == 5)
    #expect(gates.waiting == ["work"])
    gates.open("work")
    await task.finish()
  }

  @Test func observersInTheIsolationHearOfChanges() async {
    let store = StoreActor(initialState: Loader.State()) { Loader() }
    let changes = LockIsolated(0)
    await store.observeCount { changes.withValue { $0 += 1 } }
    await store.send(.stopListening)
    #expect(changes.value == 0)
    await store.send(.increment)
    #expect(changes.value == 1)
  }

  @Test(arguments: [2000]) func thousandsOfStoresRunSideBySide(count: Int) async {
    let stores = (0..<count).map { index in
      StoreActor(initialState: Loader.State()) { Loader() }
    }
    await withTaskGroup { group in
      for store in stores {
        for _ in 0..<3 {
          group.addTask {
            await store.send(.increment)
            await store.send(.loadTwo).finish()
          }
        }
      }
    }
    var counts: Set<Int> = []
    var texts: Set<String> = []
    for store in stores {
      counts.insert(await store.count)
      texts.insert(await store.text)
    }
    #expect(counts == [3])
    #expect(texts == ["two"])
  }

  @Test func storesComeAndGoWhileTheirEffectsRun() async {
    let gates = Gates()
    await withTaskGroup { group in
      for _ in 0..<500 {
        group.addTask {
          let store = StoreActor(initialState: Loader.State()) { Loader(gates: gates) }
          await store.send(.listen)
          await store.send(.chain(3))
          await store.send(.load("a"))
        }
      }
    }
    gates.open("a")
    gates.open("never")
  }
}

extension StoreActor where State == Loader.State, Action == Loader.Action {
  fileprivate func observeCount(_ onChange: @escaping @Sendable () -> Void) {
    withObservationTracking {
      _ = self[dynamicMember: \.count]
    } onChange: {
      onChange()
    }
  }
}
