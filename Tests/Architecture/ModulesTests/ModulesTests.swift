import Clocks
import CombineSchedulers
import ConcurrencyExtras
import Dependencies
import DependenciesTestSupport
import IdentifiedCollections
import Sharing
import Testing

/// Each part is found by the name of the original's library that it belongs to.
@Suite struct ModulesTests {
  @Test(.dependency(\.numberClient, NumberClient { 7 }))
  func dependencies() async throws {
    @Dependency(\.numberClient) var client
    #expect(try await client.fetch() == 7)
  }

  @Test func clocks() async {
    let clock = TestClock()
    let count = LockIsolated(0)
    let task = Task { await countTicks(of: clock, in: count) }
    // The task begins to wait at some time or other.
    for _ in 1...10_000 where count.value < 3 { await clock.advance(by: .seconds(1)) }
    #expect(count.value >= 3)
    task.cancel()
    await task.value
  }

  @Test func collectionsAndSharing() {
    let rows = Rows()
    rows.$rows.withLock { _ = $0.append(Row(id: 1)) }
    #expect(Rows().rows[id: 1] == Row(id: 1))
  }

  #if COMPOSABLE_MACROS
    @Test func macros() {
      #expect(Mode.reading.is(\.reading))
      ModeClient(save: { #expect($0.is(\.alert)) })
        .save(mode: .alert(AlertState { TextState("") }))
    }
  #endif

  @Test func schedulers() async throws {
    try await Queue(scheduler: .immediate).waitForASecond()
  }
}
