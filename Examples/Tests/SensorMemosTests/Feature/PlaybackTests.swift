import ComposableArchitecture
import Foundation
import Testing

@testable import SensorMemos

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PlaybackTests {
  let clock = TestClock()

  private func makeStore(
    _ state: MemoList.State,
    load: @escaping @Sendable () async throws -> [Sample] = { twoSamples },
    delete: @escaping @Sendable () throws -> Void = {}
  ) -> TestStoreOf<MemoList> {
    TestStore(initialState: state) {
      MemoList()
    } withDependencies: {
      $0.continuousClock = clock
      $0.sampleFiles.load = { _ in try await load() }
      $0.sampleFiles.delete = { _ in try delete() }
    }
  }

  private func start(_ store: TestStoreOf<MemoList>, _ memo: Memo) async {
    await store.send(.playButtonTapped(memo.id)) {
      $0.activity = .playback(Playback.State(memo: memo, speed: 1))
    }
    await store.receive(\.activity.playback.started)
    await store.receive(\.activity.playback.samplesResponse.success) {
      $0.activity?.modify(\.playback) { $0.samples = twoSamples }
    }
  }

  private func advance(_ store: TestStoreOf<MemoList>, to position: Int) async {
    await store.receive(\.activity.playback.advanced) {
      $0.activity?.modify(\.playback) { $0.position = position }
    }
  }

  private func end(_ store: TestStoreOf<MemoList>) async {
    await store.receive(\.activity.playback.delegate.ended) {
      $0.activity = nil
    }
  }

  @Test func samplesComeAtTheirPace() async {
    let store = makeStore(.with(.numbered(0)))
    await start(store, .numbered(0))
    await clock.advance(by: .milliseconds(999))
    await clock.advance(by: .milliseconds(1))
    await advance(store, to: 1)
    #expect(store.state.activity?.playback?.progress == 0.5)
    await clock.advance(by: .seconds(1))
    await advance(store, to: 2)
    await end(store)
  }

  @Test func theSpeedIsThatOfTheNextPlaybackToo() async {
    let store = makeStore(.with(.numbered(0)))
    await start(store, .numbered(0))
    await clock.advance(by: .seconds(1))
    await advance(store, to: 1)
    await store.send(\.activity.playback.speedButtonTapped) {
      $0.activity?.modify(\.playback) { $0.speed = 2 }
    }
    await clock.advance(by: .milliseconds(500))
    await advance(store, to: 2)
    await store.receive(\.activity.playback.delegate.ended) {
      $0.activity = nil
      $0.speed = 2
    }
  }

  @Test func anotherMemoEndsThePlaybackOfTheFirst() async {
    let store = makeStore(.with(.numbered(0), .numbered(1)))
    await start(store, .numbered(0))
    await clock.advance(by: .milliseconds(500))
    await start(store, .numbered(1))
    await clock.advance(by: .milliseconds(500))
    // The first one would have advanced now.
    await clock.advance(by: .milliseconds(500))
    await advance(store, to: 1)
    await store.send(.playButtonTapped(UUID(1)))
    await store.receive(\.activity.playback.stopButtonTapped)
    await end(store)
  }

  @Test func samplesThatCannotBeReadAreAnAlert() async {
    let store = makeStore(.with(.numbered(0)), load: { throw MemoFailure.disk("damaged") })
    await store.send(.playButtonTapped(UUID(0))) {
      $0.activity = .playback(Playback.State(memo: .numbered(0), speed: 1))
    }
    await store.receive(\.activity.playback.started)
    await store.receive(\.activity.playback.samplesResponse.failure)
    await store.receive(\.activity.playback.delegate.ended) {
      $0.activity = nil
      $0.alert = .failure(.disk("damaged"))
    }
  }

  @Test func deletingAsksAndEndsThePlayback() async {
    let store = makeStore(.with(.numbered(0), .numbered(1)))
    await start(store, .numbered(0))
    await store.send(.deleteButtonTapped(UUID(0))) {
      $0.alert = .deletion(of: .numbered(0))
    }
    await store.send(\.alert.dismiss) {
      $0.alert = nil
    }
    await store.send(.deleteButtonTapped(UUID(0))) {
      $0.alert = .deletion(of: .numbered(0))
    }
    await store.send(\.alert.deletionConfirmed, UUID(0)) {
      $0.activity = nil
      $0.alert = nil
      $0.$memos.withLock { $0 = [.numbered(1)] }
    }
  }

  @Test func aFileThatCannotBeDeletedIsAnAlert() async {
    let store = makeStore(.with(.numbered(0)), delete: { throw MemoFailure.disk("read-only") })
    await store.send(.deleteButtonTapped(UUID(0))) {
      $0.alert = .deletion(of: .numbered(0))
    }
    await store.send(\.alert.deletionConfirmed, UUID(0)) {
      $0.alert = nil
      $0.$memos.withLock { $0 = [] }
    }
    await store.receive(\.deletionFailed) {
      $0.alert = .failure(.disk("read-only"))
    }
  }

  @Test func titlesAreEdited() async {
    let store = makeStore(.with(.numbered(0)))
    await store.send(.titleChanged(UUID(0), "  Build ")) {
      $0.$memos.withLock { $0[id: UUID(0)]?.title = "Build" }
    }
    await store.send(.titleChanged(UUID(0), "  "))
    await store.send(.titleChanged(UUID(9), "nothing"))
  }
}
