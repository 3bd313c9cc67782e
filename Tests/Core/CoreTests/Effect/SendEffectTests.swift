import TestSupport
import Testing

@testable import ComposableCore

/// Effects that are an action: processed within the `send` that led to them, without a task.
@MainActor
@Suite struct SendEffectTests {
  /// Appends each action, and returns the effect that a function has for it.
  private func makeStore(
    _ effect: @escaping (String) -> Effect<String>
  ) -> Store<[String], String> {
    Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        return effect(action)
      }
    }
  }

  @Test func anActionIsProcessedBeforeSendReturns() async {
    let store = makeStore { $0 == "a" ? .send("b") : $0 == "b" ? .send("c") : .none }
    let task = store.send("a")
    #expect(store.state == ["a", "b", "c"])
    #expect(task.isCancelled)
    await task.finish()
  }

  @Test func aLongChainNeedsNoStack() {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += 1
        return action == 0 ? .none : .send(action - 1)
      }
    }
    store.send(200_000)
    #expect(store.state == 200_001)
  }

  @Test func actionsOfAMergeComeBeforeWhatTheyLeadTo() {
    let store = makeStore {
      switch $0 {
      case "a": .merge(.send("b"), .send("c"))
      case "b": .send("d")
      case "c": .send("e")
      default: .none
      }
    }
    store.send("a")
    #expect(store.state == ["a", "b", "c", "d", "e"])
  }

  @Test func finishWaitsForTheWorkThatAnActionLeadsTo() async {
    let store = makeStore {
      switch $0 {
      case "a": .send("b")
      case "b": .merge(.send("c"), .run { send in await send("d") })
      default: .none
      }
    }
    let task = store.send("a")
    #expect(store.state == ["a", "b", "c"])
    #expect(!task.isCancelled)
    await task.finish()
    #expect(store.state == ["a", "b", "c", "d"])
  }

  @Test func whatAnEffectSendsBelongsToItsGroup() async {
    let store = makeStore {
      switch $0 {
      case "a": .run { send in await send("b") }
      case "b": .send("c")
      case "c": .run { send in await send("d") }
      default: .none
      }
    }
    await store.send("a").finish()
    #expect(store.state == ["a", "b", "c", "d"])
  }

  @Test func anActionThatAMapSendsComesFirst() {
    final class Box: @unchecked Sendable {
      var store: Store<[String], String>?
    }
    let box = Box()
    let store = makeStore {
      guard $0 == "a" else { return .none }
      return Effect<Int>.send(1).map { number in
        MainActor.assumeIsolated { _ = box.store?.send("from the map") }
        return "mapped \(number)"
      }
    }
    box.store = store
    withKnownIssue {
      _ = store.send("a")
    } matching: {
      $0.description.contains("sent to a store that is processing another one")
    }
    #expect(store.state == ["a", "from the map", "mapped 1"])
    box.store = nil
  }

  @Test func cancellingInFlightCancelsForAnActionToo() async {
    let store = makeStore {
      switch $0 {
      case "work": .run { _ in try await Task.never() }.cancellable(id: "id")
      case "replace": .send("done").cancellable(id: "id", cancelInFlight: true)
      case "keep": .send("done").cancellable(id: "id")
      default: .none
      }
    }
    let task = store.send("work")
    store.send("keep")
    #expect(!task.isCancelled)
    #expect(task.group?.effectsInFlight.count == 1)
    store.send("replace")
    #expect(task.group?.effectsInFlight.isEmpty == true)
    await task.finish()
    #expect(store.state == ["work", "keep", "done", "replace", "done"])
  }

  @Test func waitingInACancelledTaskCancelsEndedEffects() async {
    let store = makeStore { $0 == "a" ? .run { send in await send("b") } : .none }
    let task = store.send("a")
    await task.finish()
    #expect(!task.isCancelled)
    let waiter = Task {
      await Task.yield()
      await task.finish()
    }
    waiter.cancel()
    await waiter.value
    #expect(task.isCancelled)
  }
}
