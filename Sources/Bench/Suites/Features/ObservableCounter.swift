import Observation

/// A plain observable class: the baseline of an observed store.
@Observable
final class ObservableCounter {
  private(set) var state = Counter.State()
  @ObservationIgnored private let update = CounterUpdate.opaque

  func send(_ action: Counter.Action) {
    update.body(&state, action)
  }
}
