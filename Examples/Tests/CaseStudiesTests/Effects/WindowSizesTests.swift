import ComposableArchitecture
import TerminalKit
import Testing

@testable import CaseStudies

@MainActor
@Suite struct WindowSizesTests {
  @Test func theStreamEndsWithItsEffect() async {
    let (sizes, continuation) = AsyncStream<Screen.Size?>.makeStream()
    let isTerminated = LockIsolated(false)
    continuation.onTermination = { _ in isTerminated.setValue(true) }
    let store = TestStore(initialState: WindowSizes.State()) {
      WindowSizes()
    } withDependencies: {
      $0.window.sizes = { sizes }
    }
    let task = await store.send(.task)
    for count in 1...2 {
      let size = Screen.Size(columns: 80 + count, rows: 24)
      continuation.yield(size)
      await store.receive(\.sizeReported) {
        $0.reportCount = count
        $0.size = size
      }
    }
    await task.cancel()
    #expect(isTerminated.value)
  }
}
