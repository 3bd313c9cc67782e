import ComposableCore
import TestSupport
import Testing

@MainActor
@Suite struct StoreTests {
  @Test func sendChangesStateBeforeItReturns() {
    let store = Store(initialState: Counter.State()) { Counter() }
    store.send(.increment)
    store.send(.increment)
    store.send(.decrement)
    #expect(store.state == Counter.State(count: 1))
    #expect(store.count == 1)
  }

  @Test func bodyIsEvaluatedOncePerStore() {
    final class Evaluations { var count = 0 }
    struct Feature: Reducer {
      let evaluations: Evaluations
      var body: some Reducer<Int, Bool> {
        let _ = evaluations.count += 1
        Reduce { state, _ in
          state += 1
          return .none
        }
      }
    }
    let evaluations = Evaluations()
    let store = Store(initialState: 0) { Feature(evaluations: evaluations) }
    for _ in 0..<10 { store.send(true) }
    #expect(store.state == 10)
    #expect(evaluations.count == 1)
  }

  @Test func stateIsReducedInPlace() {
    let store = Store(initialState: Array(repeating: 0, count: 100)) {
      Reduce<[Int], Int> { state, action in
        let before = state.withUnsafeBufferPointer(\.baseAddress)
        state[action] += 1
        #expect(state.withUnsafeBufferPointer(\.baseAddress) == before)
        return .none
      }
    }
    store.send(3)
    store.send(3)
    #expect(store.state[3] == 2)
  }

  @Test func actionOfAnEffectIsQueuedBehindTheCurrentOne() {
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        switch action {
        case "a": return .merge(.send("b"), .send("c"))
        case "b": return .send("d")
        default: return .none
        }
      }
    }
    store.send("a")
    #expect(store.state == ["a", "b", "c", "d"])
  }

  @Test func sendFromAReducerIsReportedAndQueued() {
    final class Box { var store: Store<[Int], Int>? }
    let box = Box()
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        MainActor.assumeIsolated {
          if action == 1 {
            _ = box.store?.send(2)
            state.append(10)
          }
        }
        state.append(action)
        return .none
      }
    }
    box.store = store
    withKnownIssue {
      store.send(1)
    } matching: { issue in
      issue.description.contains("sent to a store that is processing another one")
    }
    #expect(store.state == [10, 1, 2])
    box.store = nil
  }

  @Test func scopedStoreSharesStateAndReachesTheReducer() {
    let store = Store(initialState: Parent.State()) { Parent(gates: Gates()) }
    let counter = store.scope(\.counter, action: \.counter)
    counter.send(.set(5))
    #expect(counter.count == 5)
    #expect(store.counter.count == 5)
    #expect(store.log == ["parent saw 5 == 5"])
    store.send(.counter(.increment))
    #expect(counter.count == 6)
  }

  @Test func scopeOverAComputedPropertyReadsAndWritesThroughIt() {
    let store = Store(initialState: Parent.State()) { Parent(gates: Gates()) }
    let computed = store.scope(state: \.computed, action: \.computed)
    computed.send(.set(8))
    #expect(store.counter.count == 4)
    #expect(computed.count == 8)
  }

  @Test func scopeIsCached() {
    let store = Store(initialState: Parent.State()) { Parent(gates: Gates()) }
    let counter = store.scope(\.counter, action: \.counter)
    #expect(counter === store.scope(\.counter, action: \.counter))
    #expect(counter === store.scope(state: \.counter, action: \.counter))
    #expect(counter !== store.scope(\.computed, action: \.computed))
    let path = (\Parent.State.counter).appending(path: \Counter.State.self)
    #expect(counter === store.scope(path, action: \.counter) || path != \Parent.State.counter)
  }

  @Test func scopedStoreKeepsTheRootAlive() async {
    let gates = Gates()
    var store: StoreOf<Parent>? = Store(initialState: Parent.State(optional: Worker.State())) {
      Parent(gates: gates)
    }
    let counter = store!.scope(\.counter, action: \.counter)
    let task = store!.send(.optional(.start("work")))
    await gates.arrival(at: "work")
    store = nil
    counter.send(.increment)
    #expect(counter.count == 1)
    #expect(gates.waiting == ["work"])
    gates.open("work")
    await task.finish()
  }

  @Test func observeRunsAgainAfterEachChange() async {
    let store = Store(initialState: Counter.State()) { Counter() }
    let (counts, continuation) = AsyncStream.makeStream(of: Int.self)
    let token = observe { continuation.yield(store.count) }
    var iterator = counts.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    store.send(.increment)
    #expect(await iterator.next() == 1)
    store.send(.increment)
    #expect(await iterator.next() == 2)
    token.cancel()
    store.send(.increment)
    await Task.yield()
    continuation.finish()
    #expect(await iterator.next() == nil)
  }

  @Test func debugDescription_actionOfAnotherFeature_namesBothTypes() {
    let store = Store(initialState: Loader.State()) { Reduce<Loader.State, Int> { _, _ in .none } }
    #expect(store.debugDescription == "Store<Loader.State, Int>")
  }
}
