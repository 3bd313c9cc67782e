import ComposableCore
import TestSupport
import Testing

@MainActor
@Suite struct EffectTests {
  let gates = Gates()

  private func makeWorker() -> StoreOf<Worker> {
    Store(initialState: Worker.State()) { Worker(gates: gates) }
  }

  @Test func runSendsItsResult() async {
    let store = makeWorker()
    gates.open("a")
    await store.send(.start("a")).finish()
    #expect(store.results == ["a"])
  }

  @Test func finishWaitsForEffectsOfEffects() async {
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return action == 0 ? .none : .run { send in await send(action - 1) }
      }
    }
    await store.send(3).finish()
    #expect(store.state == [3, 2, 1, 0])
  }

  @Test(arguments: [false, true])
  func aCancellationSparesWhatIsReturnedWithIt(isFirst: Bool) async {
    let gates = gates
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        guard action != "done" else { return .none }
        let work = Effect<String>.run { send in
          await gates.pass(action)
          await send("done")
        }
        .cancellable(id: "work")
        return isFirst
          ? .merge(.cancel(id: "work"), work) : .merge(work, .cancel(id: "work"))
      }
    }
    let first = store.send("first")
    await gates.arrival(at: "first")
    let second = store.send("second")
    await first.finish()
    gates.open("second")
    await second.finish()
    #expect(gates.cancelled == ["first"])
    #expect(store.state == ["first", "second", "done"])
  }

  @Test func cancellingATaskCancelsEffectsOfEffects() async {
    let gates = gates
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return action == 0
          ? .run { send in
            await gates.pass("last")
            await send(-1)
          } : .run { send in await send(action - 1) }
      }
    }
    let task = store.send(2)
    await gates.arrival(at: "last")
    #expect(!task.isCancelled)
    task.cancel()
    await task.finish()
    #expect(task.isCancelled)
    #expect(store.state == [2, 1, 0])
    #expect(gates.cancelled == ["last"])
  }

  @Test func cancellingTheWaiterCancelsTheEffects() async {
    let store = makeWorker()
    let task = store.send(.start("a"))
    let waiter = Task { await task.finish() }
    await gates.arrival(at: "a")
    waiter.cancel()
    await waiter.value
    #expect(gates.cancelled == ["a"])
    #expect(store.results == [])
  }

  @Test func cancelByID() async {
    let store = makeWorker()
    let task = store.send(.start("a"))
    await gates.arrival(at: "a")
    store.send(.cancel)
    await task.finish()
    #expect(store.results == [])
    #expect(gates.cancelled == ["a"])
    store.send(.cancel)
  }

  @Test func cancelBeforeTheWorkStarted() async {
    let store = makeWorker()
    let task = store.send(.start("a"))
    store.send(.cancel)
    await task.finish()
    #expect(store.results == [])
  }

  @Test func cancelInFlightKeepsOnlyTheLatest() async {
    let store = makeWorker()
    let first = store.send(.startReplacing("a"))
    await gates.arrival(at: "a")
    let second = store.send(.startReplacing("b"))
    gates.open("b")
    await first.finish()
    await second.finish()
    #expect(store.results == ["b"])
    #expect(gates.cancelled == ["a"])
  }

  @Test func sameIDInTwoRootStoresDoesNotMix() async {
    let one = makeWorker()
    let two = makeWorker()
    let first = one.send(.start("one"))
    let second = two.send(.start("two"))
    await gates.arrival(at: "one")
    await gates.arrival(at: "two")
    one.send(.cancel)
    await first.finish()
    #expect(gates.cancelled == ["one"])
    gates.open("two")
    await second.finish()
    #expect(two.results == ["two"])
  }

  @Test func idsOfDifferentTypesDoNotMatch() async {
    enum First: Hashable { case id }
    let gates = gates
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        switch action {
        case 1: return .run { _ in await gates.pass("a") }.cancellable(id: 1 as Int)
        case 2: return .cancel(id: 1 as Int64)
        default: return .cancel(id: 1 as Int)
        }
      }
    }
    let task = store.send(1)
    await gates.arrival(at: "a")
    store.send(2)
    #expect(gates.waiting == ["a"])
    store.send(3)
    await task.finish()
    #expect(gates.cancelled == ["a"])
  }

  @Test func effectsEndWithTheirRootStore() async {
    var store: StoreOf<Worker>? = makeWorker()
    let task = store!.send(.start("a"))
    await gates.arrival(at: "a")
    store = nil
    await task.finish()
    #expect(gates.cancelled == ["a"])
  }

  @Test func effectsOfChildrenEndWithTheirRootStore() async {
    var store: StoreOf<Parent>? = Store(initialState: Parent.State(optional: Worker.State())) {
      Parent(gates: gates)
    }
    let task = store!.send(.optional(.start("a")))
    await gates.arrival(at: "a")
    store = nil
    await task.finish()
    #expect(gates.cancelled == ["a"])
  }

  @Test func thrownErrorGoesToItsHandler() async {
    struct Failure: Error {}
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        guard action == "start" else { return .none }
        return .run { _ in
          throw Failure()
        } catch: { error, send in
          await send("\(type(of: error))")
        }
      }
    }
    await store.send("start").finish()
    #expect(store.state == ["start", "Failure"])
  }

  @Test func unhandledErrorIsReported() async {
    struct Failure: Error {}
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, _ in .run { _ in throw Failure() } }
    }
    await withKnownIssue {
      await store.send(1).finish()
    } matching: { issue in
      issue.description.contains("threw an error that nothing handles")
    }
  }

  @Test func cancellationIsNoFailure() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, _ in
        .run { _ in
          throw CancellationError()
        } catch: { _, _ in
          Issue.record("A cancellation reached the handler.")
        }
      }
    }
    await store.send(1).finish()
  }

  @Test func anErrorOfACancelledEffectIsNoFailure() async {
    struct Interrupted: Error {}
    let gates = gates
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return .run { _ in
          await gates.pass("a")
          throw Interrupted()
        } catch: { _, send in
          await send(2)
          Issue.record("A cancellation reached the handler.")
        }
      }
    }
    let task = store.send(1)
    await gates.arrival(at: "a")
    task.cancel()
    await task.finish()
    #expect(store.state == [1])
  }

  @Test func aTaskWithoutAnEffectCountsAsCancelled() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, action in action == 0 ? .none : action == 1 ? .send(0) : .run { _ in } }
    }
    #expect(store.send(0).isCancelled)
    #expect(store.send(1).isCancelled)
    let task = store.send(2)
    #expect(!task.isCancelled)
    await task.finish()
    #expect(!task.isCancelled)
  }

  @Test func runBeginsInTheIsolationOfItsStore() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        guard action == 1 else { return .none }
        return .run { send in
          MainActor.preconditionIsolated()
          await send(10)
          MainActor.preconditionIsolated()
          await Task.detached { await send(100) }.value
        }
      }
    }
    await store.send(1).finish()
    #expect(store.state == 111)
  }

  @Test func sendOnTheMainActorNeedsNoAwait() async {
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        guard action == 0 else { return .none }
        return .run { @MainActor send in
          send(1)
          send(2)
        }
      }
    }
    await store.send(0).finish()
    #expect(store.state == [0, 1, 2])
  }

  @Test func sendAfterTheEffectCompletedIsReported() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        guard action == 1 else { return .none }
        return .run { [gates] send in
          Task {
            await gates.pass("late")
            await send(10)
          }
        }
      }
    }
    await withKnownIssue {
      await store.send(1).finish()
      await gates.arrival(at: "late")
      gates.open("late")
      while store.state != 11 { await Task.yield() }
    } matching: { issue in
      issue.description.contains("sent from an effect that has completed")
    }
  }

  @Test func mapSeesTheDependenciesOfItsPlace() async {
    @Sendable func number() -> Int {
      @Dependency(\.number) var client
      return client.fetch()
    }
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        guard action == 0 else { return .none }
        let inner = withDependencies {
          $0.number.fetch = { 1 }
        } operation: {
          Effect<Int>.run { send in await send(number()) }
        }
        return withDependencies {
          $0.number.fetch = { 20 }
        } operation: {
          .merge(inner, .send(number())).map { $0 * 100 + number() }
        }
      }
    }
    await store.send(0).finish()
    #expect(store.state.sorted() == [0, 120, 2020])
  }

  @Test func mapTransformsEveryAction() async {
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        guard action == "start" else { return .none }
        let numbers: Effect<Int> = .merge(.send(1), .run { send in await send(2) })
        return numbers.map { "number \($0)" }
      }
    }
    await store.send("start").finish()
    #expect(store.state == ["start", "number 1", "number 2"])
  }
}
