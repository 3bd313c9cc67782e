import ComposableArchitecture
import Foundation
import Testing

@testable import Todos

@MainActor
@Suite struct TodoDetailTests {
  let clock = TestClock()

  private func makeStore(_ todo: Todo) -> TestStoreOf<TodoList> {
    TestStore(initialState: .with(todo)) {
      TodoList()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  private func open(_ store: TestStoreOf<TodoList>) async {
    await store.send(.openButtonTapped(UUID(0))) {
      guard let todo = Shared($0.$todos[id: UUID(0)]) else { return }
      $0.destination = .detail(TodoDetail.State(todo: todo))
    }
  }

  @Test func theNoteIsSavedWhenTheUserPauses() async {
    let store = makeStore(.numbered(0, "a"))
    await open(store)
    await store.send(\.destination.detail.binding.note, "x") {
      $0.destination?.modify(\.detail) { $0.note = "x" }
    }
    await clock.advance(by: .milliseconds(400))
    await store.send(\.destination.detail.binding.note, "xy") {
      $0.destination?.modify(\.detail) { $0.note = "xy" }
    }
    await clock.advance(by: .milliseconds(400))
    #expect(store.state.destination?.detail?.isNoteSaved == false)
    await clock.advance(by: .milliseconds(100))
    await store.receive(\.destination.detail.notePaused) {
      $0.$todos.withLock { $0[id: UUID(0)]?.note = "xy" }
    }
    await close(store)
  }

  @Test func closingSavesTheNoteAtOnce() async {
    let store = makeStore(.numbered(0, "a", note: "old"))
    await open(store)
    await store.send(\.destination.detail.binding.note, "new") {
      $0.destination?.modify(\.detail) { $0.note = "new" }
    }
    await store.send(\.destination.detail.closeButtonTapped)
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
      $0.$todos.withLock { $0[id: UUID(0)]?.note = "new" }
    }
  }

  @Test func whatIsPresentedInItsPlaceSavesTheNote() async {
    let store = makeStore(.numbered(0, "a"))
    store.exhaustivity = .off
    await open(store)
    await store.send(\.destination.detail.binding.note, "x")
    await store.send(.renameButtonTapped(UUID(0)))
    #expect(store.state.todos[0].note == "x")
  }

  @Test func theFocusTimerAddsUpUntilItIsStopped() async {
    let store = makeStore(.numbered(0, "a", secondsFocused: 59))
    await open(store)
    await store.send(\.destination.detail.focusButtonTapped) {
      $0.destination?.modify(\.detail) { $0.isFocusing = true }
    }
    for seconds in 60...61 {
      await clock.advance(by: .seconds(1))
      await store.receive(\.destination.detail.focusTimerTicked) {
        $0.$todos.withLock { $0[id: UUID(0)]?.secondsFocused = seconds }
      }
    }
    #expect(store.state.todos[0].timeFocused == "1:01")
    await store.send(\.destination.detail.focusButtonTapped) {
      $0.destination?.modify(\.detail) { $0.isFocusing = false }
    }
    await clock.advance(by: .seconds(5))
    await close(store)
  }

  @Test func closingStopsTheFocusTimer() async {
    let store = makeStore(.numbered(0, "a"))
    await open(store)
    await store.send(\.destination.detail.focusButtonTapped) {
      $0.destination?.modify(\.detail) { $0.isFocusing = true }
    }
    await close(store)
    await clock.advance(by: .seconds(5))
  }

  @Test func deletingAsksFirstAndClosesTheDetail() async {
    let store = makeStore(.numbered(0, "a"))
    await open(store)
    for isConfirmed in [false, true] {
      await store.send(\.destination.detail.deleteButtonTapped) {
        $0.destination?.modify(\.detail) {
          $0.alert = .deletion(of: .numbered(0, "a"), confirmed: .deletionConfirmed)
        }
      }
      let answer: PresentationAction<TodoDetail.Action.Alert> =
        isConfirmed ? .presented(.deletionConfirmed) : .dismiss
      await store.send(.destination(.presented(.detail(.alert(answer))))) {
        $0.destination?.modify(\.detail) { $0.alert = nil }
      }
    }
    await store.receive(\.destination.detail.delegate.deletionConfirmed) {
      $0.destination = nil
      $0.removals = [Removal(index: 0, todo: .numbered(0, "a"))]
      $0.$todos.withLock { $0 = [] }
    }
  }

  @Test func clearingClosesTheDetailOfWhatGoes() async {
    let store = makeStore(.numbered(0, "a", isCompleted: true))
    store.exhaustivity = .off
    await open(store)
    await store.send(.clearCompletedButtonTapped)
    #expect(store.state.destination == nil)
  }

  private func close(_ store: TestStoreOf<TodoList>) async {
    await store.send(\.destination.detail.closeButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }
}
