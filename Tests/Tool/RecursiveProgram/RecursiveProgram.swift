// A program for tests of CPU profiles whose code is recursive, generic, or in closures, on two
// threads with a store each.

import ComposableCore
import Foundation
import Signpost

@inline(never) func fibonacci(_ number: Int) -> Int {
  number < 2 ? number : fibonacci(number - 1) &+ fibonacci(number - 2)
}

/// Deeper than perf follows callers.
@inline(never) func descend(_ depth: Int, _ digest: inout UInt64) {
  guard depth > 0 else {
    for _ in 0..<1_000_000 { digest = (digest ^ digest >> 29) &* 6_364_136_223_846_793_005 }
    return
  }
  descend(depth - 1, &digest)
  digest &+= 1
}

/// Is specialised for each kind of number.
@inline(never) func mix<Number: FixedWidthInteger>(_ number: Number) -> Number {
  var number = number
  for _ in 0..<1_000_000 { number = (number ^ number >> 3) &* 31 &+ 7 }
  return number
}

/// The time of this thread, in nanoseconds.
func processorTime() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Repeats work until this thread has spent 8 ms on it: a sample is taken each millisecond of
/// processor time, so each action has as many on a fast machine as on a slow one.
func repeatForSamples(_ work: () -> Void) {
  let end = processorTime() + 8_000_000
  repeat { work() } while processorTime() < end
}

struct Recursive: Reducer {
  struct State { var digest: UInt64 = 1 }

  enum Action { case recurse, descend, mix, close, idle }

  let close: @Sendable (UInt64) -> UInt64 = { value in
    var value = value
    for _ in 0..<1_000_000 { value = (value << 7) ^ (value >> 3) &+ 12_345 }
    return value
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .recurse:
        // The number depends on the state, or the compiler computes it once before it repeats.
        repeatForSamples { state.digest &+= UInt64(fibonacci(25 + Int(state.digest & 1))) }
      case .descend: repeatForSamples { descend(400, &state.digest) }
      case .mix:
        repeatForSamples {
          state.digest &+= mix(state.digest)
          state.digest &+= UInt64(mix(UInt32(truncatingIfNeeded: state.digest)))
        }
      case .close: repeatForSamples { state.digest = close(state.digest) }
      case .idle: usleep(20_000)
      }
      return .none
    }
  }
}

let rounds = 12
let other = Thread {
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    let store = StoreActor(initialState: Recursive.State()) { Recursive().signpost("other") }
    for _ in 0..<rounds {
      await store.send(.close)
      await store.send(.recurse)
    }
    done.signal()
  }
  done.wait()
}
other.start()
let store = Store(initialState: Recursive.State()) { Recursive().signpost("main") }
for round in 0..<rounds {
  store.send(.recurse)
  store.send(.descend)
  store.send(.mix)
  store.send(.close)
  if round % 4 == 0 { store.send(.idle) }
}
while !other.isFinished { try await Task.sleep(for: .milliseconds(5)) }
print(store.withState(\.digest))
