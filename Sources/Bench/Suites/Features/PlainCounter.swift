/// The same without any architecture: a class that calls a closure with its state. The baseline of
/// a store.
///
/// Each action is a call, as in a program with one for each button: inlined into a loop, Swift's
/// check for exclusive access to the state would be made once for the whole loop.
final class PlainCounter {
  private(set) var state = Counter.State()
  private let update: CounterUpdate

  init() {
    update = .opaque
  }

  @inline(never)
  func send(_ action: Counter.Action) {
    update.body(&state, action)
  }
}

/// The same with its state in separate memory, where Swift makes no checks.
final class UncheckedPlainCounter {
  let state: UnsafeMutablePointer<Counter.State>
  private let update: CounterUpdate

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: Counter.State())
    update = .opaque
  }

  deinit {
    state.deallocate()
  }

  @inline(never)
  func send(_ action: Counter.Action) {
    update.body(&state.pointee, action)
  }
}

/// A closure that is opaque to the compiler. In a struct, so that hiding it does not wrap it.
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
