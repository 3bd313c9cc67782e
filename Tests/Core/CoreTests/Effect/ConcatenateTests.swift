import TestSupport
import Testing

@testable import ComposableCore

@MainActor
@Suite struct ConcatenateTests {
  let gates = Gates()

  private func work(_ name: String) -> Effect<String> {
    .run { [gates] send in
      await gates.pass(name)
      await send(name)
    }
  }

  /// A store whose actions are their own names, and that starts an effect for the action `start`.
  private func makeStore(
    _ effects: [String: Effect<String>]
  ) -> Store<[String], String> {
    Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        return effects[action] ?? .none
      }
    }
  }

  @Test func effectsStartOneAfterTheOther() async {
    let store = makeStore(["start": .concatenate(work("a"), .send("b"), work("c"), work("d"))])
    let task = store.send("start")
    await gates.arrival(at: "a")
    #expect(gates.waiting == ["a"])
    gates.open("a")
    await gates.arrival(at: "c")
    #expect(gates.waiting == ["c"])
    #expect(store.state == ["start", "a", "b"])
    gates.open("d")
    gates.open("c")
    await task.finish()
    #expect(store.state == ["start", "a", "b", "c", "d"])
  }

  @Test func nothingAndOneAreWhatTheyAre() {
    #expect(Effect<String>.concatenate().isNone)
    #expect(Effect<String>.concatenate([Effect<String>]()).isNone)
    #expect(Effect<String>.concatenate(.none, .none).isNone)
    #expect(Effect.concatenate(.none, .send("a")).erased?.kind == .send)
    #expect(Effect<String>.none.concatenate(with: .cancel(id: 1)).erased?.kind == .cancel)
    #expect(Effect.send("a").concatenate(with: .none).erased?.kind == .send)
    #expect(Effect.send("a").concatenate(with: .send("b")).erased?.kind == .concatenate)
  }

  @Test func sendsAreProcessedBeforeSendReturns() {
    let store = makeStore(["start": .concatenate(.send("a"), .none, .send("b"))])
    store.send("start")
    #expect(store.state == ["start", "a", "b"])
  }

  @Test func allOfAMergeHasToEnd() async {
    let store = makeStore(["start": .merge(work("a"), work("b")).concatenate(with: work("c"))])
    let task = store.send("start")
    await gates.arrival(at: "b")
    gates.open("b")
    while store.state != ["start", "b"] { await Task.yield() }
    #expect(gates.waiting == ["a"])
    gates.open("a")
    await gates.arrival(at: "c")
    gates.open("c")
    await task.finish()
    #expect(store.state == ["start", "b", "a", "c"])
  }

  @Test func effectsOfSentActionsAreNotWaitedFor() async {
    let store = makeStore([
      "start": .concatenate(.send("child"), work("b")), "child": work("a"),
    ])
    let task = store.send("start")
    await gates.arrival(at: "a")
    await gates.arrival(at: "b")
    gates.open("b")
    gates.open("a")
    await task.finish()
  }

  @Test func afterOneThatIsCancelledByItsIDComesTheNext() async {
    let store = makeStore([
      "start": .concatenate(work("a").cancellable(id: "a"), work("b")), "stop": .cancel(id: "a"),
    ])
    let task = store.send("start")
    await gates.arrival(at: "a")
    store.send("stop")
    await gates.arrival(at: "b")
    gates.open("b")
    await task.finish()
    #expect(gates.cancelled == ["a"])
    #expect(store.state == ["start", "stop", "b"])
  }

  @Test func afterOneThatFailsComesTheNext() async {
    struct Failure: Error {}
    let store = makeStore([
      "start": .concatenate(
        .run { _ in
          throw Failure()
        } catch: { _, send in
          await send("failed")
        }, .send("b"))
    ])
    await store.send("start").finish()
    #expect(store.state == ["start", "failed", "b"])
  }

  @Test(arguments: ["id", "task", "store", "child"])
  func cancellingTheWholeEndsAll(way: String) async {
    let slot = ChildSlot.make(for: \Int.self)
    let child = ChildSighting.onlyChild
    var store: Store<[String], String>? = makeStore([
      "start": .concatenate(work("a"), work("b"), .send("c")).cancellable(id: "id")
        .ofChild(.init(slot: slot, id: nil, isOrphan: false), child, dismissal: nil),
      "id": .cancel(id: "id"),
      "child": slot.cancelling(found: child, wasReplaced: true, now: .nothing),
    ])
    let task = store!.send("start")
    await gates.arrival(at: "a")
    switch way {
    case "task": task.cancel()
    case "store": store = nil
    default: store?.send(way)
    }
    await task.finish()
    #expect(gates.cancelled == ["a"])
    #expect(gates.waiting == [])
    #expect(store?.state.contains("c") != true)
  }

  @Test func anActionOnTheWayMayEndTheRest() async {
    let store = makeStore([
      "start": .concatenate(work("a"), .send("stop"), work("b")).cancellable(id: "id"),
      "stop": .cancel(id: "id"),
    ])
    let task = store.send("start")
    await gates.arrival(at: "a")
    gates.open("a")
    await task.finish()
    #expect(store.state == ["start", "a", "stop"])
    #expect(gates.waiting == [])
  }

  @Test func cancelInFlightReplacesTheWhole() async {
    func both(_ name: String) -> Effect<String> {
      .concatenate(work("\(name)1"), work("\(name)2")).cancellable(id: "id", cancelInFlight: true)
    }
    let store = makeStore(["a": both("a"), "b": both("b")])
    let first = store.send("a")
    await gates.arrival(at: "a1")
    let second = store.send("b")
    await gates.arrival(at: "b1")
    await first.finish()
    gates.open("b1")
    gates.open("b2")
    await second.finish()
    #expect(gates.cancelled == ["a1"])
    #expect(store.state == ["a", "b", "b1", "b2"])
  }

  @Test func delayedEffectsAreWaitedFor() async {
    let clock = TestClock()
    let store = makeStore([
      "start": .concatenate(
        work("a").debounce(id: "debounce", for: .seconds(1), clock: clock), work("b"))
    ])
    let task = store.send("start")
    await clock.advance(by: .seconds(1))
    await gates.arrival(at: "a")
    #expect(gates.waiting == ["a"])
    gates.open("a")
    await gates.arrival(at: "b")
    gates.open("b")
    await task.finish()
    #expect(store.state == ["start", "a", "b"])
  }

  @Test func eachEffectHasTheDependenciesOfItsReducer() async {
    struct Reader: Reducer {
      @Dependency(NumberClient.self) var client
      var body: some Reducer<[Int], Int> {
        Reduce { state, action in
          state.append(action)
          guard action == 0 else { return .none }
          let read = Effect<Int>.run { send in await send(client.fetch()) }
          return .concatenate(read, read, .concatenate(read, .send(-1)))
        }
      }
    }
    let store = Store(initialState: [Int]()) {
      Reader().dependency(NumberClient(name: "overridden", fetch: { 7 }))
    }
    await store.send(0).finish()
    #expect(store.state == [0, 7, 7, 7, -1])
  }

  @Test(arguments: [false, true])
  func nothingOfItIsKept(endsWithItsStore: Bool) async {
    final class Token: Sendable {}
    weak var token: Token?
    do {
      let captured = Token()
      token = captured
      let effect = Effect<String>.run { [gates] _ in
        _ = captured
        await gates.pass("a")
      }
      var store: Store<[String], String>? = makeStore([
        "start": .concatenate(effect, .concatenate(effect, effect), effect)
      ])
      let task = store!.send("start")
      await gates.arrival(at: "a")
      if endsWithItsStore { store = nil } else { gates.open("a") }
      await task.finish()
      store = nil
    }
    // The last task releases the effect after it has reported its end.
    while token != nil { await Task.yield() }
  }

  @Test func aTestNamesTheEffectThatRuns() async {
    let line = #line + 3
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { [gates] _, _ in
        .concatenate(.run { _ in await gates.pass("a") }, .run { _ in await gates.pass("b") })
      }
    }
    let task = await store.send(true)
    store.timeout = .zero
    await expectIssue("ConcatenateTests.swift:\(line), started by") { await store.finish() }
    await task.cancel()
    await store.finish(timeout: .seconds(10))
    #expect(gates.cancelled == ["a"])
  }
}
