import Testing

@testable import TraceAnalysis

@Suite struct SlidingTimeUseTests {
  private let second: Int64 = 1_000_000_000

  @Test func use_spans_areDividedByTheirUse() {
    var window = SlidingWindow(length: 10 * second)
    var uses = SlidingTimeUse(window)
    window.advance(to: 0)
    window.advance(to: 4 * second)
    uses.add(second, as: .reducers, from: 0, to: second, window)
    uses.add(2 * second, as: .observers, from: second, to: 4 * second, window)
    let use = uses.use(window, covered: window.covered(until: 4 * second))
    #expect(abs(use.reducers - 0.25) < 1e-6)
    #expect(abs(use.observers - 0.5) < 1e-6)
    #expect(abs(use.mainActor - 0.75) < 1e-6)
  }

  @Test func use_spanLongerThanTheWindow_isNeverMoreThanAllOfIt() {
    var window = SlidingWindow(length: 10 * second)
    var uses = SlidingTimeUse(window)
    window.advance(to: 0)
    window.advance(to: 100 * second)
    uses.add(100 * second, as: .reducers, from: 0, to: 100 * second, window)
    let use = uses.use(window, covered: window.covered(until: 100 * second))
    #expect(abs(use.reducers - 1) < 0.001)
    window.advance(to: 200 * second)
    #expect(uses.use(window, covered: 10 * second).reducers == 0)
  }
}
