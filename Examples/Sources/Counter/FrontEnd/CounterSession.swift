import ComposableCore
import TerminalKit

/// A front end's use of the store: it sends what the user asks for and knows what is still going on.
@MainActor
final class CounterSession {
  let store: StoreOf<CounterFeature>
  private let facts = TasksInFlight()
  private let timers = TasksInFlight()

  init(store: StoreOf<CounterFeature>) {
    self.store = store
  }

  func send(_ action: CounterFeature.Action) {
    let task = store.send(action)
    switch action {
    case .factButtonTapped: facts.insert(task)
    case .toggleTimerButtonTapped: timers.insert(task)
    default: break
    }
  }

  /// Waits until every fact that was asked for has come, or has failed, or is no longer wanted.
  func waitForFacts() async {
    await facts.finish()
  }

  func cancelFacts() {
    facts.cancel()
  }

  /// Stops the timer and returns once nothing is going on any more.
  func end() async {
    if store.isTimerRunning { send(.toggleTimerButtonTapped) }
    await timers.finish()
    await facts.finish()
  }
}
