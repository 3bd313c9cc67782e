import ComposableArchitecture
import Signpost
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
    var names: [String] = []
    var outcomes: [SignpostOutcome] = []
    for event in recorder.events {
      switch event {
      case .actionBegin(_, _, _, _, let prefix, let name): names.append("\(prefix): \(name)")
      case .effectEnd(_, let outcome, _): outcomes.append(outcome)
      default: break
      }
    }
    #expect(
      names == [
        "todos: toggleButtonTapped",
        "todos: openButtonTapped",
        "todos: destination.presented.detail.focusButtonTapped",
        "detail: focusButtonTapped",
        "todos: destination.presented.detail.closeButtonTapped",
        "detail: closeButtonTapped",
        "todos: destination.dismiss",
      ])
    #expect(outcomes.contains(.cancelled))
    #expect(!"\(recorder.events)".contains("secret"))
  }
}
