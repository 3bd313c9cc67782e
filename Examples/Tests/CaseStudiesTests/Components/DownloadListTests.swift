import ComposableArchitecture
import Testing

@testable import CaseStudies

@MainActor
@Suite struct DownloadListTests {
  private let maps = AsyncThrowingStream<DownloadClient.Event, any Error>.makeStream()
  private let music = AsyncThrowingStream<DownloadClient.Event, any Error>.makeStream()

  /// A store with two downloads under way.
  private func makeStore() async -> TestStoreOf<DownloadList> {
    let store = TestStore(initialState: DownloadList.State()) {
      DownloadList()
    } withDependencies: { [maps = maps.stream, music = music.stream] in
      $0.downloads.download = { $0 == "maps" ? maps : music }
    }
    for id in ["maps", "music"] {
      await store.send(\.downloads[id: id].buttonTapped) {
        $0.downloads[id: id]?.status = .downloading(progress: 0)
      }
    }
    return store
  }

  private func finish(_ store: TestStoreOf<DownloadList>) async {
    maps.continuation.finish()
    music.continuation.finish()
    await store.finish()
  }

  @Test func progressArrivesUntilTheEnd() async {
    let store = await makeStore()
    maps.continuation.yield(.progressed(0.5))
    await store.receive(\.downloads[id: "maps"].eventReceived.progressed) {
      $0.downloads[id: "maps"]?.status = .downloading(progress: 0.5)
    }
    maps.continuation.yield(.finished(byteCount: 10))
    await store.receive(\.downloads[id: "maps"].eventReceived.finished) {
      $0.downloads[id: "maps"]?.status = .downloaded(byteCount: 10)
    }
    await finish(store)
  }

  @Test func stoppingOneLetsTheOtherGoOn() async {
    let store = await makeStore()
    await store.send(\.downloads[id: "maps"].buttonTapped) {
      $0.downloads[id: "maps"]?.alert = .stop("maps")
    }
    await store.send(\.downloads[id: "maps"].alert.stopConfirmed) {
      $0.downloads[id: "maps"]?.alert = nil
      $0.downloads[id: "maps"]?.status = .notDownloaded
    }
    maps.continuation.yield(.progressed(0.5))
    music.continuation.yield(.progressed(0.25))
    await store.receive(\.downloads[id: "music"].eventReceived.progressed) {
      $0.downloads[id: "music"]?.status = .downloading(progress: 0.25)
    }
    await finish(store)
  }

  @Test func theEndOfADownloadClosesTheQuestionWhetherToStopIt() async {
    let store = await makeStore()
    await store.send(\.downloads[id: "maps"].buttonTapped) {
      $0.downloads[id: "maps"]?.alert = .stop("maps")
    }
    maps.continuation.yield(.finished(byteCount: 10))
    await store.receive(\.downloads[id: "maps"].eventReceived.finished) {
      $0.downloads[id: "maps"]?.alert = nil
      $0.downloads[id: "maps"]?.status = .downloaded(byteCount: 10)
    }
    await store.send(\.downloads[id: "maps"].buttonTapped) {
      $0.downloads[id: "maps"]?.alert = .delete("maps")
    }
    await store.send(\.downloads[id: "maps"].alert.deleteConfirmed) {
      $0.downloads[id: "maps"]?.alert = nil
      $0.downloads[id: "maps"]?.status = .notDownloaded
    }
    await finish(store)
  }

  @Test func aFailureIsShown() async {
    let store = await makeStore()
    music.continuation.finish(throwing: DownloadFailure(description: "gone"))
    await store.receive(\.downloads[id: "music"].failed) {
      $0.downloads[id: "music"]?.status = .failed("gone")
    }
    await finish(store)
  }
}
