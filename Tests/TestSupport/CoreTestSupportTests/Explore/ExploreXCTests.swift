import ComposableCore
import ComposableCoreTestSupport
import XCTest

final class ExploreXCTests: XCTestCase {
  @MainActor
  func test_explore_inXCTest_runsAllOrders() async throws {
    let results = LockIsolated<Set<String>>([])
    let orders = try await explore(within: nil) { exploration in
      let store = makeStore(TextState()) { state, action in
        switch action {
        case .start(let text): return .run { send in await send(.finish(text)) }
        case .finish(let text): state.text += text
        case .stop: break
        }
        return .none
      }
      exploration.send(.start("a"), to: store)
      exploration.send(.start("b"), to: store)
      exploration.eventually {
        let text = store.text
        results.withValue { _ = $0.insert(text) }
      }
    }
    XCTAssertEqual(results.value, ["ab", "ba"])
    XCTAssertFalse(orders.hasFailed)
  }
}
