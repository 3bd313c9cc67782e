import ComposableArchitecture
import SignpostTestSupport
import Testing

@testable import Todos

@MainActor
@Suite struct SignpostTests {
  @Test func aTraceHasTheActionsOfTheListAndOfTheDetail() async throws {
    let recorder = SignpostRecorder()
    await recorder.record {
      let store = Store(initialState: TodoList.State.with(.numbered(0, "a secret"))) {
        TodoList().signpost("todos")
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      store.send(.toggleButtonTapped(.numbered(0)))
      store.send(.openButtonTapped(.numbered(0)))
      let focus = store.send(.destination(.presented(.detail(.focusButtonTapped))))
      await store.send(.destination(.presented(.detail(.closeButtonTapped)))).finish()
      await focus.finish()
    }
    await recorder.expectFlow([
      .action("toggleButtonTapped", prefix: "todos"),
      .action("openButtonTapped", prefix: "todos"),
      .action("focusButtonTapped", prefix: "detail", starting: [.cancelled()]),
      .action(
        "closeButtonTapped", prefix: "detail",
        starting: [.cancelled(sending: ["destination.dismiss"])]),
    ])
    #expect(!"\(recorder.events)".contains("secret"))
  }
}
