import ComposableArchitecture
import ComposableCoreTestSupport
import Foundation
import Testing

@testable import SensorMemos

/// Recording and playing in all orders of their events.
@MainActor
@Suite(.serialized) struct ExploredMemosTests {
  private func makeStore(
    _ exploration: Exploration, _ clock: TestClock<Duration>, _ state: MemoList.State
  ) -> StoreOf<MemoList> {
    let files = LockIsolated<[Memo.ID: [Sample]]>([:])
    return Store(initialState: state) {
      MemoList()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.uuid = .incrementing
      $0.sampleInterval = .seconds(1)
      $0.sensor.read = { _ in 10 }
      $0.sampleFiles.append = { sample, memo in
        files.withValue { $0[memo, default: []].append(sample) }
        await exploration.pause()
      }
      $0.sampleFiles.load = { memo in
        await exploration.pause()
        return files.withValue { $0[memo] ?? [] }
      }
    }
  }

  @Test func playback_inAllOrders_showsTheSamplesOfTheMemo() async throws {
    try await explore(runs: 400) { exploration in
      let clock = TestClock()
      let store = makeStore(exploration, clock, .with())
      exploration.send(.recordButtonTapped, to: store)
      exploration.advance(clock, by: .seconds(1))
      exploration.send(.recordButtonTapped, to: store)
      exploration.send(.playButtonTapped(UUID(0)), to: store)
      exploration.eventually {
        guard let playback = store.activity?.playback else { return }
        #expect(playback.samples.count == playback.memo.count)
      }
    }
  }
}
