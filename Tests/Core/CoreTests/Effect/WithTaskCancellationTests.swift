import ComposableCore
import TestSupport
import Testing

private enum ID: Hashable { case part, effect }

@MainActor
@Suite struct WithTaskCancellationTests {
  let gates = Gates()

  /// An effect with a part that can be cancelled on its own, between two others.
  private func makeStore(cancelInFlight: Bool = false) -> Store<[String], String> {
    let gates = gates
    return Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        switch action {
        case "a", "b":
          return .run { send in
            let outcome = await withTaskCancellation(id: ID.part, cancelInFlight: cancelInFlight) {
              await gates.pass(action)
              return Task.isCancelled ? "cancelled" : "finished"
            }
            await send("\(action) \(outcome)")
          }
        case "cancel": return .cancel(id: ID.part)
        case "cancel from inside": return .run { _ in Task.cancel(id: ID.part) }
        case "cancel from elsewhere":
          return .run { _ in await Task { @concurrent in Task.cancel(id: ID.part) }.value }
        default: return .none
        }
      }
    }
  }

  @Test func aPartThatEndsIsLikeAnyCode() async {
    let store = makeStore()
    gates.open("a")
    await store.send("a").finish()
    #expect(store.state == ["a", "a finished"])
  }

  @Test(arguments: ["cancel", "cancel from inside", "cancel from elsewhere"])
  func cancellingAPartLeavesTheEffectRunning(how: String) async {
    let store = makeStore()
    let task = store.send("a")
    await gates.arrival(at: "a")
    store.send(how)
    await task.finish()
    #expect(store.state == ["a", how, "a cancelled"])
    #expect(gates.cancelled == ["a"])
  }

  @Test func cancellingTheEffectCancelsItsPart() async {
    let store = makeStore()
    let task = store.send("a")
    await gates.arrival(at: "a")
    task.cancel()
    await task.finish()
    #expect(gates.cancelled == ["a"])
    #expect(store.state == ["a"])
  }

  @Test func aPartEndsWithItsStore() async {
    var store: Store<[String], String>? = makeStore()
    let task = store?.send("a")
    await gates.arrival(at: "a")
    weak let gone = store
    store = nil
    #expect(gone == nil)
    await task?.finish()
    #expect(gates.cancelled == ["a"])
  }

  @Test func aNewPartMayReplaceTheOneInFlight() async {
    let store = makeStore(cancelInFlight: true)
    let first = store.send("a")
    await gates.arrival(at: "a")
    let second = store.send("b")
    await first.finish()
    #expect(store.state == ["a", "b", "a cancelled"])
    gates.open("b")
    await second.finish()
    #expect(store.state.last == "b finished")
  }

  @Test func twoStoresDoNotMix() async {
    let one = makeStore()
    let two = makeStore()
    let first = one.send("a")
    let second = two.send("b")
    await gates.arrival(at: "a")
    await gates.arrival(at: "b")
    one.send("cancel")
    await first.finish()
    #expect(gates.cancelled == ["a"])
    gates.open("b")
    await second.finish()
    #expect(two.state == ["b", "b finished"])
  }

  @Test func taskCancelReachesWholeEffects() async {
    let gates = gates
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, action in
        action == 0
          ? .run { _ in await gates.pass("effect") }.cancellable(id: ID.effect)
          : .run { _ in Task.cancel(id: ID.effect) }
      }
    }
    let task = store.send(0)
    await gates.arrival(at: "effect")
    store.send(1)
    await task.finish()
    #expect(gates.cancelled == ["effect"])
  }

  @Test func aPartMayFail() async {
    struct Failure: Error {}
    await #expect(throws: Failure.self) {
      try await withTaskCancellation(id: ID.part) { throw Failure() }
    }
  }

  @Test func outsideOfEffectsItWorksAsWell() async {
    let gates = gates
    async let first: Void = withTaskCancellation(id: ID.part) { await gates.pass("first") }
    await gates.arrival(at: "first")
    async let second: Void = withTaskCancellation(id: ID.part, cancelInFlight: true) {
      await gates.pass("second")
    }
    await first
    await gates.arrival(at: "second")
    Task.cancel(id: ID.effect)
    #expect(gates.cancelled == ["first"])
    Task.cancel(id: ID.part)
    await second
    #expect(gates.cancelled == ["first", "second"])
  }

  @Test func outsideOfEffectsCancellingTheCallerCancelsThePart() async {
    let gates = gates
    let task = Task { await withTaskCancellation(id: ID.part) { await gates.pass("a") } }
    await gates.arrival(at: "a")
    task.cancel()
    await task.value
    #expect(gates.cancelled == ["a"])
  }
}
