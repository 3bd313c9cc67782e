import ComposableCore
import Testing

@testable import ComposableCoreTestSupport

/// Effects on actors other than the main actor that yield: a delay of any length, as elsewhere.
@MainActor
@Suite(.serialized)
struct ExploredActorTests {
  #if compiler(>=6.3)
    @Test(arguments: YieldingProgram.allCases)
    func explore_yieldOnAnActor_findsTheRaceEachTime(program: YieldingProgram) async throws {
      for _ in 0..<4 {
        let (orders, reports) = try await issues {
          try await explore(runs: 500, within: nil) { exploration in
            program.start(in: exploration)
          }
        }
        #expect(orders.hasFailed)
        #expect(reports.count == 1)
        let report = try #require(reports.first)
        #expect(report.contains("The program fails in an order with 1 choice"), "\(report)")
      }
    }

    @Test func explore_yieldInAStoreActor_hasTheSameOrdersEachTime() async throws {
      var counts: Set<Int?> = []
      for _ in 0..<3 {
        let seen = LockIsolated<Set<String>>([])
        let orders = try await explore(within: nil) { exploration in
          let store = makeSearchActor()
          exploration.send(.start("a"), to: store)
          exploration.send(.start("b"), to: store)
          exploration.eventually {
            let text = await store.text
            seen.withValue { _ = $0.insert(text) }
          }
        }
        counts.insert(orders.count)
        #expect(seen.value == ["a", "b"])
      }
      #expect(counts.count == 1)
      #expect(try #require(counts.first ?? nil) > 1)
    }

    @Test func explore_yieldOnAnActorBesideAClock_outlastsTheTimeout() async throws {
      let seen = LockIsolated<Set<String>>([])
      try await explore(within: nil) { exploration in
        let clock = TestClock()
        let cell = Cell()
        let store = makeStore(TextState()) { state, action in
          switch action {
          case .start:
            return .merge(
              .run { send in
                await cell.increment()
                await send(.finish("answer "))
              },
              .run { send in
                try await clock.sleep(for: .seconds(1))
                await send(.finish("timeout "))
              })
          case .finish(let text): state.text += text
          case .stop: break
          }
          return .none
        }
        exploration.send(.start(""), to: store)
        exploration.advance(clock, by: .seconds(1))
        exploration.eventually {
          let text = store.text
          seen.withValue { _ = $0.insert(text) }
        }
      }
      #expect(seen.value == ["answer timeout ", "timeout answer "])
    }
  #endif
}

/// A program with a race between two effects, each of which yields once.
enum YieldingProgram: CaseIterable {
  /// The later answer is for the earlier query, in a store on an actor.
  case searchInAStoreActor
  /// Two effects of a store on an actor read a number of another actor, and write the next.
  case updateByAStoreActor
  /// An actor yields between reading and writing its number.
  case updateWithinAnActor
  /// An actor calls code without isolation, which yields.
  case updateAroundACall
  /// An effect yields after it has come back from an actor.
  case updateByAStore

  @MainActor
  func start(in exploration: Exploration) {
    let cell = Cell()
    switch self {
    case .searchInAStoreActor:
      let store = makeSearchActor()
      exploration.send(.start("a"), to: store)
      exploration.send(.start("b"), to: store)
      exploration.eventually { #expect(await store.text == "b") }
    case .updateByAStoreActor:
      let store = makeUpdatingActor(cell)
      exploration.send(.start(""), to: store)
      exploration.send(.start(""), to: store)
      exploration.eventually { #expect(await cell.number == 2) }
    case .updateWithinAnActor, .updateAroundACall, .updateByAStore:
      let store = makeStore(TextState()) { _, action in
        guard case .start = action else { return .none }
        return .run { send in
          switch self {
          case .updateWithinAnActor: await cell.increment()
          case .updateAroundACall: await cell.increment { await Task.yield() }
          default: await update(cell)
          }
          await send(.finish(""))
        }
      }
      exploration.send(.start(""), to: store)
      exploration.send(.start(""), to: store)
      exploration.eventually { #expect(await cell.number == 2) }
    }
  }
}

private actor Cell {
  var number = 0

  func set(_ number: Int) { self.number = number }

  func increment() async {
    let before = number
    await Task.yield()
    number = before + 1
  }

  func increment(_ wait: @Sendable () async -> Void) async {
    let before = number
    await wait()
    number = before + 1
  }
}

@concurrent private func update(_ cell: Cell) async {
  let before = await cell.number
  await Task.yield()
  await cell.set(before + 1)
}

private func makeSearchActor() -> StoreActor<TextState, TextAction> {
  StoreActor(initialState: TextState()) {
    Reduce { state, action in
      switch action {
      case .start(let text):
        return .run { send in
          await Task.yield()
          await send(.finish(text))
        }
      case .finish(let text): state.text = text
      case .stop: break
      }
      return .none
    }
  }
}

private func makeUpdatingActor(_ cell: Cell) -> StoreActor<TextState, TextAction> {
  StoreActor(initialState: TextState()) {
    Reduce { _, action in
      guard case .start = action else { return .none }
      return .run { send in
        let before = await cell.number
        await Task.yield()
        await cell.set(before + 1)
        await send(.finish(""))
      }
    }
  }
}
