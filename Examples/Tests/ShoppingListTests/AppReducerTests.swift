import ComposableCore
import Dispatch
import Foundation
import Testing

@testable import ShoppingList

@MainActor
struct AppReducerTests {
  let milk = Todo(description: "Milk", id: UUID())
  let eggs = Todo(description: "Eggs", id: UUID())
  let bread = UUID()

  var environment: AppEnvironment { AppEnvironment { [bread] in bread } }

  @Test func whatIsDoneSinksOnceTheSchedulerDelivers() async {
    let scheduler = DispatchQueue.testScheduler
    let store = TestStore(
      initialState: AppState(todos: [milk, eggs]),
      reducer: appReducer.receive(on: scheduler),
      environment: environment
    )
    await store.assert(
      .send(.todoCheckboxTapped(index: 0)) {
        $0.todos[0].isComplete = true
      },
      .do { scheduler.advance() },
      .receive(.completedTodosSank) {
        $0.todos.swapAt(0, 1)
      },
      .send(.todoCheckboxTapped(index: 1)) {
        $0.todos[1].isComplete = false
      },
      .do { scheduler.advance() },
      .receive(.completedTodosSank)
    )
  }

  @Test func partsAreReduced() async {
    let store = TestStore(
      initialState: AppState(todos: [milk]), reducer: appReducer, environment: environment)
    await store.assert(
      .send(.addButtonTapped(description: "Bread")) { [bread, milk] in
        $0.todos = [Todo(description: "Bread", id: bread), milk]
      },
      .send(.todo(index: 1, action: .descriptionChanged("Oat milk"))) {
        $0.todos[1].description = "Oat milk"
      },
      .send(.filter(.nextButtonTapped)) {
        $0.filter = .active
      },
      .send(.filter(.nextButtonTapped)) {
        $0.filter = .completed
      },
      .send(.filter(.nextButtonTapped)) {
        $0.filter = .all
      }
    )
  }

  @Test func theViewShowsWhatTheFilterLetsThrough() {
    let view = AppView(
      store: Store(
        initialState: AppState(
          todos: [milk, Todo(isComplete: true, description: "Hand Soap", id: UUID())]),
        reducer: appReducer, environment: environment
      ))
    #expect(view.summary == "all | 1 [ ] Milk | 2 [x] Hand Soap")
    view.store.send(.filter(.nextButtonTapped))
    #expect(view.summary == "active | 1 [ ] Milk")
    view.store.send(.filter(.nextButtonTapped))
    #expect(view.summary == "completed | 2 [x] Hand Soap")
    #expect(
      view.lines(width: 60, usesColor: false) == [
        "Shopping list: completed", "", "2 [x] Hand Soap",
      ])
  }
}
