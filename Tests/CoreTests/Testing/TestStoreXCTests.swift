import ComposableCore
import XCTest

/// The same store in XCTest, whose way of reporting is another one.
@MainActor
final class TestStoreXCTests: XCTestCase {
  func testSendAndReceive() async {
    let store = TestStore(initialState: Loader.State()) { Loader() }
    await store.send(.chain(1)) { $0.count = 1 }
    await store.receive(\.chain) { $0.count = 0 }
    await store.finish()
  }

  func testSkippedAssertionsAreNoFailures() async {
    let notes = LockIsolated("")
    await SkippedAssertions.$write.withValue({ note in notes.withValue { $0 += note } }) {
      let store = TestStore(initialState: Loader.State()) { Loader() }
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(.increment)
      await store.send(.listen)
    }
    XCTAssertTrue(notes.value.contains("The state changed after 'increment' was sent"))
    XCTAssertTrue(notes.value.contains("still runs at the end of the test"))
  }
}
