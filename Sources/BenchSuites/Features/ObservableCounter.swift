import Observation

/// A plain class that can be observed: what an observed store is compared with.
@Observable
final class ObservableCounter {
  private(set) var state = Counter.State()
  @ObservationIgnored private let update = CounterUpdate.opaque

  func send(_ action: Counter.Action) {
    update.body(&state, action)
  }
}
