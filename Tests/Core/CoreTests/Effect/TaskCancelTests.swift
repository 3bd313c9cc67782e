import ComposableCore
import TestSupport
import Testing

private enum ID: Hashable { case work, part, other }

/// An id whose code cancels something else.
private struct MeddlingID: Hashable {
  static func == (lhs: Self, rhs: Self) -> Bool {
    Task.cancel(id: ID.other)
    return true
  }

  func hash(into hasher: inout Hasher) { Task.cancel(id: ID.other) }
}

/// When `Task.cancel(id:)` takes effect: before it returns, wherever it is called.
@MainActor
@Suite struct TaskCancelTests {
  let gates = Gates()

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

  @Test(arguments: [false, true])
  func anEffectThatCancelsItselfIsCancelledAtOnce(isElsewhere: Bool) async {
    let store = makeStore([
      "start": .run { send in
        if isElsewhere {
          await cancelElsewhere(ID.work)
        } else {
          Task.cancel(id: ID.work)
        }
        await send("sent")
        try Task.checkCancellation()
        await send("went on")
      } catch: { _, send in
        await send("failed")
      }
      .cancellable(id: ID.work)
    ])
    await store.send("start").finish()
    #expect(store.state == ["start"])
  }

  @Test func anIDMayCancelWhileItIsLookedFor() async {
    let gates = gates
    let store = makeStore([
      "start": .run { _ in await gates.pass("work") }.cancellable(id: MeddlingID()),
      "part": .run { _ in
        await withTaskCancellation(id: MeddlingID(), cancelInFlight: true) {
          await gates.pass("part")
        }
      },
      "cancel": .cancel(id: MeddlingID()),
    ])
    let work = store.send("start")
    await gates.arrival(at: "work")
    let part = store.send("part")
    await gates.arrival(at: "part")
    await work.finish()
    store.send("cancel")
    await part.finish()
    #expect(gates.cancelled == ["work", "part"])
  }

  @Test func aPartThatStartsAfterACancellationGoesOn() async {
    let gates = gates
    let store = makeStore([
      "start": .run { send in
        for round in 0..<50 {
          async let old: Void = withTaskCancellation(id: ID.part) { await gates.pass("\(round)") }
          await gates.arrival(at: "\(round)")
          await cancelElsewhere(ID.part)
          let isCancelled = await withTaskCancellation(id: ID.part) { @concurrent in
            for _ in 0..<10 { await Task.yield() }
            return Task.isCancelled
          }
          await old
          if isCancelled { await send("\(round) was cancelled") }
        }
      }
    ])
    await store.send("start").finish()
    #expect(store.state == ["start"])
    #expect(gates.cancelled.count == 50)
  }

  @Test func codeOutsideOfEffectsReachesThoseOfAllStores() async {
    let gates = gates
    let stores = ["a", "b"].map { name in
      makeStore(["start": .run { _ in await gates.pass(name) }.cancellable(id: ID.other)])
    }
    let tasks = stores.map { $0.send("start") }
    for name in ["a", "b"] { await gates.arrival(at: name) }
    await cancelElsewhere(ID.part)
    #expect(gates.waiting == ["a", "b"])
    await cancelElsewhere(ID.other)
    for task in tasks { await task.finish() }
    #expect(gates.cancelled == ["a", "b"])
  }

  @Test func ofPartsThatReplaceEachOtherTheLastGoesOn() async {
    let gates = gates
    let store = makeStore([
      "start": .run { send in
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<20 {
            group.addTask { @concurrent in
              await withTaskCancellation(id: ID.part, cancelInFlight: true) {
                await gates.pass("\(number)")
              }
            }
          }
        }
      }
    ])
    let task = store.send("start")
    await eventually { gates.cancelled.count == 19 && gates.waiting.count == 1 }
    for number in 0..<20 { gates.open("\(number)") }
    await task.finish()
  }

  @Test func aPartMayCancelItself() async {
    let store = makeStore([
      "start": .run { send in
        let isCancelled = await withTaskCancellation(id: ID.part) { @concurrent in
          Task.cancel(id: ID.part)
          return Task.isCancelled
        }
        await send("\(isCancelled)")
      }
    ])
    for _ in 0..<50 { await store.send("start").finish() }
    #expect(!store.state.contains("false"))
  }
}

/// Cancels outside of the isolation of any store.
@concurrent
private func cancelElsewhere(_ id: ID) async {
  Task.cancel(id: id)
}
