import ComposableCore
import Testing

@testable import ComposableCoreTestSupport

/// States that `==` alone does not distinguish.
@MainActor
@Suite(.serialized)
struct ExploredStateTests {
  @Test func explore_sharedValueOfReducers_isComparedAsItWas() async throws {
    struct State: Equatable {
      @Shared(.inMemory("explored text")) var text = ""
    }
    let seen = SeenTexts()
    let orders = try await explore(within: nil) { exploration in
      let store = makeStore(State()) { state, action in
        switch action {
        case .start:
          return .merge(
            ["a", "b", "c"].map { name in .run { send in await send(.finish(name)) } })
        case .finish(let text): state.$text.withLock { $0 += text }
        case .stop: break
        }
        return .none
      }
      exploration.send(.start(""), to: store)
      seen.insert(at: exploration) { store.text }
    }
    #expect(orders.count == 6)
    #expect(seen.all.count == 6)
  }

  @Test func explore_sharedValueOfEffects_isNotTakenForCommuting() async throws {
    struct State: Equatable {
      @Shared(.inMemory("explored text of effects")) var text = ""
    }
    let seen = SeenTexts()
    let orders = try await explore(within: nil) { exploration in
      let store = makeStore(State()) { state, action in
        switch action {
        case .start(let name):
          return .run { [text = state.$text] _ in
            await Task.yield()
            text.withLock { $0 += name }
          }
        case .finish, .stop: break
        }
        return .none
      }
      exploration.send(.start("a"), to: store)
      exploration.send(.start("b"), to: store)
      seen.insert(at: exploration) { store.text }
    }
    #expect(!orders.hasFailed)
    #expect(seen.all == ["ab", "ba"])
  }

  @Test func explore_stateWithNaN_isTheSameInEachRun() async throws {
    struct State: Equatable {
      var ratio = Double.nan
      var loads = 0
    }
    let orders = try await explore(within: nil) { exploration in
      let store = makeStore(State()) { state, action in
        switch action {
        case .start:
          return .merge(
            (0..<4).map { _ in
              .run { send in
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
    #expect(!orders.hasFailed)
    #expect(orders.count == 24)
    #expect(orders.runs < 2_000)
  }

  @Test func explore_comparisonLeavesOutAProperty_leavesItOut() async throws {
    struct State: Equatable, Encodable {
      var latest = ""
      static func == (lhs: Self, rhs: Self) -> Bool { true }
    }
    let orders = try await explore(within: nil, checking: [.usual, .confluence]) { exploration in
      let store = makeStore(State()) { state, action in
        switch action {
        case .start:
          return .merge(
            ["a", "long"].map { name in .run { send in await send(.finish(name)) } })
        case .finish(let text): state.latest = text
        case .stop: break
        }
        return .none
      }
      exploration.send(.start(""), to: store)
    }
    #expect(!orders.hasFailed)
  }

  @Test func explore_stateThatIsOnlyEncodable_isComparedByItsEncodedForm() async throws {
    struct Equal: Equatable, Counted { var count = 0 }
    struct Encoded: Encodable, Counted { var count = 0 }
    struct Unknown: Counted { var count = 0 }
    func orders(_ initialState: some Counted) async throws -> ExploredOrders {
      try await explore(within: nil) { exploration in
        let store = makeStore(initialState) { state, action in
          switch action {
          case .start:
            return .merge(
              (0..<3).map { _ in
                .run { send in
                  await Task.yield()
                  await send(.finish("a"))
                  await Task.yield()
                  await send(.finish("b"))
                }
              })
          case .finish: state.count += 1
          case .stop: break
          }
          return .none
        }
        exploration.send(.start(""), to: store)
        exploration.eventually { #expect(store.withState(\.count) == 6) }
      }
    }
    let expected = try await orders(Equal())
    let encoded = try await orders(Encoded())
    #expect(encoded.runs == expected.runs)
    #expect(try await orders(Unknown()).runs > expected.runs)
  }

  @Test func explore_stateWithAnObject_isComparedByItsContents() async throws {
    struct State: Equatable {
      var log = Log()
    }
    let seen = SeenTexts()
    let orders = try await explore(within: nil) { exploration in
      let store = makeStore(State()) { state, action in
        switch action {
        case .start:
          return .merge(
            ["a", "b", "c"].map { name in .run { send in await send(.finish(name)) } })
        case .finish(let text): state.log.text += text
        case .stop: break
        }
        return .none
      }
      exploration.send(.start(""), to: store)
      seen.insert(at: exploration) { store.log.text }
    }
    #expect(orders.count == 6)
    #expect(seen.all.count == 6)
  }
}

/// An object that is compared by its identity.
private final class Log: Equatable {
  var text = ""

  static func == (lhs: Log, rhs: Log) -> Bool { lhs === rhs }
}

private protocol Counted: Sendable {
  var count: Int { get set }
}
