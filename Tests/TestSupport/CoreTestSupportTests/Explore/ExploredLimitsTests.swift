import ComposableCore
import Testing

@testable import ComposableCoreTestSupport

/// The bounds of a search, and its coverage.
@MainActor
@Suite(.serialized)
struct ExploredLimitsTests {
  @Test func explore_deviations_exploresAllOrdersWithinAndSamplesTheOthers() async throws {
    let seen = LockIsolated<[String]>([])
    let orders = try await explore(
      runs: 100, within: nil, deviations: 1, seed: 7, reducesOrders: false
    ) { exploration in
      let store = makeStore(ofEffects: 5)
      exploration.send(.start(""), to: store)
      exploration.eventually {
        let text = store.text
        seen.withValue { $0.append(text) }
      }
    }
    #expect(orders.count == nil)
    #expect(orders.deviations == 1)
    #expect(orders.runs == 100)
    #expect(
      "\(orders)".hasPrefix("100 runs, all orders with up to 1 choice other than the usual: there"))
    // The usual order, and each effect postponed behind all others by one choice.
    let within = Set(seen.value.prefix(12))
    #expect(within.isSuperset(of: ["01234", "12340", "02341", "01342", "01243"]))
  }

  @Test func explore_deviationsThatSuffice_exploresAllOrders() async throws {
    let orders = try await explore(within: nil, deviations: 10) { exploration in
      exploration.send(.start(""), to: makeStore(ofEffects: 3))
    }
    #expect(orders.count == 6)
    #expect(orders.deviations == nil)
  }

  @Test func explore_timeIsOver_samplesAndSaysSo() async throws {
    let orders = try await explore(within: .zero, seed: 7) { exploration in
      exploration.send(.start(""), to: makeStore(ofEffects: 6))
    }
    #expect(orders.count == nil)
    #expect(orders.time == .zero)
    #expect(orders.seed == 7)
    #expect("\(orders)".hasPrefix("3 runs within 0.0 seconds, not all: there are about "))
  }

  @Test func explore_timeIsNotOver_exploresAllOrders() async throws {
    let orders = try await explore(within: .seconds(3_600)) { exploration in
      exploration.send(.start(""), to: makeStore(ofEffects: 3))
    }
    #expect(orders.count == 6)
    #expect(orders.time == nil)
  }

  @Test(
    arguments: [
      (42, "42"), (999_999, "999999"), (2_400_000, "2 million"), (8_081_830_169, "8 billion"),
      (8.1e13, "81 trillion"), (8.081830169424503e17, "8 × 10^17"), (9.7e17, "10^18"),
      (.infinity, "10^308"),
    ] as [(Double, String)])
  func exploredOrders_estimate_isRounded(estimate: Double, text: String) {
    var orders = ExploredOrders()
    orders.seed = 7
    orders.runs = 100
    orders.estimate = estimate
    #expect("\(orders)" == "100 runs, not all: there are about \(text) schedules (seed 7)")
  }

  @Test func explore_actionForARemovedFeature_isAPropertyOfItsOwn() async throws {
    func program(_ exploration: Exploration) {
      let store = Store(initialState: ExploredParent.State()) { ExploredParent(load: {}) }
      exploration.send(.child(.load), to: store)
    }
    let (_, reports) = try await issues { try await explore(within: nil) { program($0) } }
    #expect(reports.first?.contains("received a child action, but") == true)
    let orders = try await explore(
      within: nil, checking: ExploredProperties.usual.subtracting(.noActionsForRemovedFeatures)
    ) { program($0) }
    #expect(!orders.hasFailed)
  }

  private func makeStore(ofEffects count: Int) -> Store<TextState, TextAction> {
    CoreTestSupportTests.makeStore(TextState()) { state, action in
      switch action {
      case .start:
        return .merge(
          (0..<count).map { index in
            Effect<TextAction>.run { send in await send(.finish("\(index)")) }
          })
      case .finish(let text): state.text += text
      case .stop: break
      }
      return .none
    }
  }
}
