import ComposableArchitecture
import Foundation
import Testing

@testable import CaseStudies

@MainActor
@Suite struct SharedTalliesTests {
  @Test func aChangeInOneTabIsAChangeInTheOther() async {
    let store = TestStore(initialState: SharedTallies.State()) { SharedTallies() }
    await store.send(\.counter.incrementButtonTapped) {
      $0.counter.$run.withLock { $0.add(1) }
      $0.counter.$allRuns.withLock { $0.add(1) }
    }
    #expect(store.state.statistics.run.count == 1)
    await store.send(\.binding.tab, .statistics) { $0.tab = .statistics }
    await store.send(\.statistics.resetButtonTapped) {
      $0.statistics.$run.withLock { $0 = Tally() }
      $0.statistics.$allRuns.withLock { $0 = Tally() }
    }
    #expect(store.state.counter.allRuns == Tally())
  }

  @Test func theHighestCountIsKept() {
    var tally = Tally()
    for number in [1, 1, -1] { tally.add(number) }
    #expect(tally.count == 1)
    #expect(tally.highest == 2)
  }
}
