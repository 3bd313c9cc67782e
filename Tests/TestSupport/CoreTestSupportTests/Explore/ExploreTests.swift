import ComposableCore
import Dispatch
import Foundation
import Testing

@testable import ComposableCoreTestSupport

@MainActor
@Suite(.serialized)
struct ExploreTests {
  @Test(arguments: PlantedRace.allCases)
  func explore_plantedRace_isFoundAndRepeated(race: PlantedRace) async throws {
    let (orders, reports) = try await issues {
      try await explore(runs: 2_000, within: nil) { race.run(isCorrected: false, in: $0) }
    }
    #expect(orders.hasFailed)
    let report = try #require(reports.first)
    #expect(reports.count == 1)
    #expect(report.contains("The program fails in"))
    let parts = report.components(separatedBy: "explore(replaying: \"")
    let order = try #require(parts.last?.components(separatedBy: "\"").first)
    let (_, repeated) = try await issues {
      try await explore(replaying: order, within: nil) { race.run(isCorrected: false, in: $0) }
    }
    #expect(repeated.first?.contains("The program fails in") == true)
  }

  @Test(arguments: PlantedRace.allCases)
  func explore_correctedRace_passesInAllOrders(race: PlantedRace) async throws {
    // Orders of programs with actors are not reduced.
    let usesActor = race == .cacheFilledTwice
    let orders = try await explore(runs: usesActor ? 500 : 10_000, within: nil) {
      race.run(isCorrected: true, in: $0)
    }
    #expect(!orders.hasFailed)
    #expect(usesActor || orders.count != nil)
  }

  @Test func explore_twoEffects_haveTwoOrders() async throws {
    let seen = LockIsolated<Set<String>>([])
    let orders = try await explore(within: nil) { exploration in
      let store = makeStore(TextState()) { state, action in
        switch action {
        case .start:
          return .merge(
            .run { send in await send(.finish("a")) }, .run { send in await send(.finish("b")) })
        case .finish(let text): state.text += text
        case .stop: break
        }
        return .none
      }
      exploration.send(.start(""), to: store)
      exploration.eventually {
        let text = store.text
        seen.withValue { _ = $0.insert(text) }
      }
    }
    #expect(orders.count == 2)
    #expect(seen.value == ["ab", "ba"])
    #expect("\(orders)".hasPrefix("all 2 orders"))
  }

  @Test func explore_checkThatFailsInTheSecondRun_isNotDeterministic() async throws {
    let runs = LockIsolated(0)
    let (orders, reports) = try await issues {
      try await explore(within: nil) { exploration in
        runs.withValue { $0 += 1 }
        exploration.eventually { #expect(runs.value == 1) }
      }
    }
    #expect(orders.hasFailed)
    #expect(reports.first?.contains("not deterministic") == true)
  }

  @Test func explore_confluenceWithoutAComparison_saysSo() async throws {
    struct State {
      var count = 0
      var closure: @Sendable () -> Void = {}
    }
    let (orders, reports) = try await issues {
      try await explore(within: nil, checking: [.usual, .confluence]) { exploration in
        let store = Store(initialState: State()) {
          Reduce<State, Int> { state, action in
            state.count += action
            guard action == 0 else { return .none }
            return .merge(.run { await $0(1) }, .run { await $0(2) })
          }
        }
        exploration.send(0, to: store)
      }
    }
    #expect(orders.hasFailed)
    #expect(reports.first?.contains("be 'Equatable' or 'Encodable'") == true)
  }

  @Test func explore_cancelledEffects_endInTheOrderInWhichTheyBegan() async throws {
    let names = (1...20).map { "\($0)" }
    for _ in 1...5 {
      let cancelled = LockIsolated<[String]>([])
      let store = Store(initialState: 0) {
        Reduce<Int, Bool> { _, isStart in
          guard isStart else { return .cancel(id: "all") }
          return .merge(
            names.map { name in
              .run { _ in
                await withTaskCancellationHandler {
                  try? await Task.never()
                } onCancel: {
                  cancelled.withValue { $0.append(name) }
                }
              }
              .cancellable(id: "all")
            })
        }
      }
      let task = store.send(true)
      await Task.megaYield()
      store.send(false)
      await task.finish()
      #expect(cancelled.value == names)
    }
  }

  @Test(arguments: [1, 2, 3, 4]) func explore_independentEffects_haveAllPermutations(
    count: Int
  ) async throws {
    for reduces in [true, false] where reduces || count < 3 {
      let seen = LockIsolated<Set<String>>([])
      let orders = try await explore(runs: 50_000, within: nil, reducesOrders: reduces) {
        exploration in
        let store = makeNumberStore(of: count)
        exploration.send(.start(""), to: store)
        exploration.eventually {
          let text = store.text
          seen.withValue { _ = $0.insert(text) }
        }
      }
      let permutations = (1...count).reduce(1, *)
      #expect(seen.value.count == permutations)
      #expect(orders.count == permutations)
    }
  }

  @Test func explore_commutingEffects_areRunInFewerOrdersThanExist() async throws {
    func program(_ exploration: Exploration) {
      let store = makeStore(LoadState()) { state, action in
        switch action {
        case .start:
          return .merge(
            (0..<4).map { _ in
              Effect<TextAction>.run { send in
                await Task.yield()
                await send(.finish(""))
              }
            })
        case .finish: state.loads += 1
        case .stop: break
        }
        return .none
      }
      exploration.send(.start(""), to: store)
      exploration.eventually { #expect(store.loads == 4) }
    }
    let orders = try await explore(runs: 20_000, within: nil, checking: [.usual, .confluence]) {
      program($0)
    }
    #expect(orders.count == 24)
    #expect(orders.runs < 2_000)
  }

  @Test func explore_orderMatters_violatesConfluence() async throws {
    let (orders, reports) = try await issues {
      try await explore(within: nil, checking: [.usual, .confluence]) { exploration in
        let store = makeStore(TextState()) { state, action in
          switch action {
          case .start(let text):
            return .run { send in await send(.finish(text)) }
          case .finish(let text): state.text = text
          case .stop: break
          }
          return .none
        }
        exploration.send(.start("a"), to: store)
        exploration.send(.start("b"), to: store)
      }
    }
    #expect(orders.hasFailed)
    #expect(reports.first?.contains("The final state depends on the order") == true)
  }

  @Test func explore_realClock_isNotDeterministic() async throws {
    let (_, reports) = try await issues {
      try await explore(within: nil) { exploration in
        let store = makeStore(TextState()) { state, action in
          guard case .start = action else { return .none }
          return .run { send in
            try await Task.sleep(for: .milliseconds(1))
            await send(.finish("late"))
          }
        }
        exploration.send(.start(""), to: store)
      }
    }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("instead of a real one") == true)
  }

  @Test func explore_threadOfItsOwn_isNotDeterministic() async throws {
    let (_, reports) = try await issues {
      try await explore(within: nil) { exploration in
        let mayResume = DispatchSemaphore(value: 0)
        let clock = TestClock()
        let store = makeStore(TextState()) { state, action in
          guard case .start = action else { return .none }
          return .run { send in
            await withCheckedContinuation { continuation in
              DispatchQueue.global().async {
                mayResume.wait()
                continuation.resume()
              }
            }
            await send(.finish("late"))
          }
        }
        exploration.send(.start(""), to: store)
        // The task waits by then, so that the thread has to enqueue it.
        exploration.advance(clock, by: .seconds(1))
        exploration.step("lets the thread resume the task") { mayResume.signal() }
      }
    }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("another thread") == true)
  }

  @Test func explore_randomState_isNotDeterministic() async throws {
    let (_, reports) = try await issues {
      try await explore(within: nil) { exploration in
        let store = makeStore(TextState()) { state, _ in
          state.text = UUID().uuidString
          return .none
        }
        exploration.send(.start(""), to: store)
      }
    }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("not deterministic") == true)
  }

  @Test func explore_waitWithoutEnd_isADeadlock() async throws {
    let (_, reports) = try await issues {
      try await explore(within: nil) { exploration in
        exploration.step("waits") {
          let (stream, continuation) = AsyncStream<Void>.makeStream()
          for await _ in stream {}
          withExtendedLifetime(continuation) {}
        }
      }
    }
    #expect(reports.first?.contains("Deadlock") == true)
  }

  @Test func explore_effectIgnoresCancellation_outlivesItsStore() async throws {
    let kept = LockIsolated<[CheckedContinuation<Void, Never>]>([])
    let (_, reports) = try await issues {
      try await explore(within: nil, checking: .noOutlivingEffects) { exploration in
        let store = makeStore(TextState()) { _, action in
          guard case .start = action else { return .none }
          return .run { _ in
            await withCheckedContinuation { continuation in
              kept.withValue { $0.append(continuation) }
            }
          }
        }
        exploration.send(.start(""), to: store)
      }
    }
    for continuation in kept.value { continuation.resume() }
    #expect(reports.first?.contains("still runs after its store has been released") == true)
  }

  @Test func explore_tooManyOrders_samplesWithASeed() async throws {
    let orders = try await explore(runs: 200, within: nil, seed: 7) { exploration in
      let store = makeStore(TextState()) { state, action in
        switch action {
        case .start:
          return .merge(
            (0..<7).map { index in
              Effect<TextAction>.run { send in await send(.finish("\(index)")) }
            })
        case .finish(let text): state.text += text
        case .stop: break
        }
        return .none
      }
      exploration.send(.start(""), to: store)
    }
    #expect(orders.count == nil)
    #expect(orders.runs == 200)
    #expect(orders.seed == 7)
    // 7! orders, as each effect is one job.
    #expect(try #require(orders.estimate) > 4_000)
    #expect("\(orders)".contains("(seed 7)"))
  }

  @Test func explore_testStore_receivesInAnyOrder() async throws {
    let orders = try await explore(within: nil) { exploration in
      let store = TestStore(initialState: TextState()) {
        Reduce<TextState, TextAction> { state, action in
          switch action {
          case .start(let name): return .run { send in await send(.finish(name)) }
          case .finish(let name): state.names.insert(name)
          case .stop: break
          }
          return .none
        }
      }
      exploration.send(.start("a"), to: store)
      exploration.send(.start("b"), to: store)
      exploration.eventually { #expect(store.state.names == ["a", "b"]) }
    }
    #expect(try #require(orders.count) > 1)
  }

  @Test func explore_storeActor_runsInAllOrders() async throws {
    let seen = LockIsolated<Set<String>>([])
    let orders = try await explore(runs: 1_000, within: nil) { exploration in
      let store = makeTextActor(exploration)
      exploration.send(.start("a"), to: store)
      exploration.send(.start("b"), to: store)
      exploration.eventually {
        let text = await store.text
        seen.withValue { _ = $0.insert(text) }
      }
    }
    #expect(!orders.hasFailed)
    #expect(seen.value == ["ab", "ba"])
  }

  @Test func explore_sharedMemory_isNotTakenForCommuting() async throws {
    let seen = LockIsolated<Set<String>>([])
    let (_, reports) = try await issues {
      try await explore(within: nil) { exploration in
        let shared = Unobserved()
        let store = makeStore(TextState()) { state, action in
          switch action {
          case .start(let name):
            return .run { _ in
              await Task.yield()
              shared.text += name
            }
          case .finish, .stop: state.text = shared.text
          }
          return .none
        }
        exploration.send(.start("a"), to: store)
        exploration.send(.start("b"), to: store)
        exploration.step("waits") { await Task.yield() }
        exploration.send(.stop, to: store)
        exploration.eventually {
          let text = store.text
          seen.withValue { _ = $0.insert(text) }
        }
      }
    }
    let isSaid = reports.first?.contains("can't be reduced") == true
    #expect(isSaid || seen.value.isSuperset(of: ["ab", "ba"]))
  }

  @Test func explore_thousandOrdersOfFiveEffects_areAllRun() async throws {
    let orders = try await explore(runs: 1_000, within: nil, seed: 1, reducesOrders: false) {
      exploration in
      let store = makeNumberStore(of: 5)
      exploration.send(.start(""), to: store)
    }
    #expect(!orders.hasFailed)
    #expect(orders.runs == 1_000)
  }

  @Test func explore_stackWithTwoPushes_hasTheSameIDsInEachRun() async throws {
    let seen = LockIsolated<Set<[StackElementID]>>([])
    let orders = try await explore(within: nil) { exploration in
      let store = Store(initialState: StackProgram.State()) { StackProgram() }
      exploration.send(.push(1), to: store)
      exploration.send(.push(2), to: store)
      exploration.eventually {
        let ids = Array(store.path.ids)
        seen.withValue { _ = $0.insert(ids) }
      }
    }
    #expect(!orders.hasFailed)
    // The first push may arrive before the second is sent, or both arrive after it, in any order.
    #expect(orders.count == 3)
    #expect(seen.value.count == 1)
  }

  @Test func explore_stateWithASet_isComparedByItsElements() async throws {
    let orders = try await explore(within: nil) { exploration in
      let store = Store(initialState: SetProgram.State()) { SetProgram() }
      exploration.send(.load, to: store)
    }
    #expect(!orders.hasFailed)
    #expect(orders.count != nil)
  }

  @Test func explore_orderOfAnotherProgram_doesNotFit() async throws {
    let (_, reports) = try await issues {
      try await explore(replaying: "4:1", within: nil) { _ in }
    }
    #expect(reports.first?.contains("does not fit this program") == true)
  }

  @Test func explore_malformedOrder_isReported() async throws {
    let (_, reports) = try await issues {
      try await explore(replaying: "3-1", within: nil) { _ in }
    }
    #expect(reports.first?.contains("is not an order") == true)
  }

  /// A store in which as many effects append a number each, after a delay of any length.
  private func makeNumberStore(of count: Int) -> Store<TextState, TextAction> {
    makeStore(TextState()) { state, action in
      switch action {
      case .start:
        return .merge(
          (0..<count).map { index in
            Effect<TextAction>.run { send in
              await Task.yield()
              await send(.finish("\(index)"))
            }
          })
      case .finish(let text): state.text += text
      case .stop: break
      }
      return .none
    }
  }
}

private func makeTextActor(_ exploration: Exploration) -> StoreActor<TextState, TextAction> {
  StoreActor(initialState: TextState()) {
    Reduce { state, action in
      switch action {
      case .start(let name):
        return .run { send in
          await exploration.pause()
          await send(.finish(name))
        }
      case .finish(let text): state.text += text
      case .stop: break
      }
      return .none
    }
  }
}

/// Memory that effects share, which no exploration observes.
private final class Unobserved: @unchecked Sendable {
  var text = ""
}

@Suite struct ExploredOrderTests {
  @Test(arguments: ["usual", "3:1", "0:2 7:1"])
  func exploredOrder_text_isReadAsWritten(text: String) throws {
    #expect(try #require(ExploredOrder(text)).description == text)
  }

  @Test(arguments: ["", "3", "3:", "a:b", "-1:1", "1:1:1"])
  func exploredOrder_malformedText_isRejected(text: String) {
    #expect(ExploredOrder(text) == nil)
  }
}

/// Two effects push a screen each.
private struct StackProgram: Reducer {
  struct State: Equatable {
    var path = StackState<Int>()
  }
  enum Action {
    case push(Int)
    case pushed(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .push(let number):
      return .run { send in
        await Task.yield()
        await send(.pushed(number))
      }
    case .pushed:
      state.path.append(0)
      return .none
    }
  }
}

/// Effects insert elements in any order.
private struct SetProgram: Reducer {
  struct State: Codable, Equatable {
    var names: Set<String> = []
  }
  enum Action {
    case load
    case loaded(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      return .merge(
        ["a", "b", "c"].map { name in .run { send in await send(.loaded(name)) } })
    case .loaded(let name):
      state.names.insert(name)
      return .none
    }
  }
}
