/// The same without any architecture: a class that calls a closure with its state.
///
/// What a store is compared with. It is not generic, so the compiler knows all about it but which
/// closure it was given.
final class PlainCounter {
  private(set) var state = Counter.State()
  private let update: (inout Counter.State, Counter.Action) -> Void

  init() {
    update = opaque { state, action in
      switch action {
      case .decrementButtonTapped: state.count -= 1
      case .incrementButtonTapped: state.count += 1
      case .numberChosen(let number): state.count = number
      }
    }
  }

  func send(_ action: Counter.Action) {
    update(&state, action)
  }
}
