/// The same without any architecture: a class that calls a closure with its state. What a store is
/// compared with.
///
/// Public, so that Swift checks for exclusive access to the state, as it does in any program where it
/// does not see every access: it could not rule out that the closure gets at the state as well.
public final class PlainCounter {
  /// What it counted.
  public private(set) var state = Counter.State()
  private let update: CounterUpdate

  init() {
    update = .opaque
  }

  func send(_ action: Counter.Action) {
    update.body(&state, action)
  }
}

/// The same where the compiler sees every access and leaves the check out.
final class UncheckedPlainCounter {
  private(set) var state = Counter.State()
  private let update: CounterUpdate

  init() {
    update = .opaque
  }

  func send(_ action: Counter.Action) {
    update.body(&state, action)
  }
}

/// A closure that the compiler can't see through. In a struct, so that hiding it does not wrap it.
struct CounterUpdate {
  let body: (inout Counter.State, Counter.Action) -> Void

  static var opaque: CounterUpdate {
    BenchSuites.opaque(
      CounterUpdate { state, action in
        switch action {
        case .decrementButtonTapped: state.count -= 1
        case .incrementButtonTapped: state.count += 1
        case .numberChosen(let number): state.count = number
        }
      })
  }
}
