import ComposableCore
import Logging
import Signpost
import Testing

@MainActor
@Suite struct SendableTests {
  /// Of a sendable reducer. It compiles only if all wrappers of it are sendable.
  private nonisolated static let reducer = Worker()
    .signpost()
    .logging(Logger(label: "worker"))
    .timing(into: Timings())
    .timing(metrics: "worker")
    .traced()

  @Test func wrappers_storedInAGlobalConstant_runTheReducer() {
    let store = Store(initialState: Worker.State()) { Self.reducer }
    store.send(.increment)
    #expect(store.count == 1)
  }
}
