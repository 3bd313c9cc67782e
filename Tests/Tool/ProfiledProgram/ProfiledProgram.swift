// A program whose processor time goes to known functions in known actions, for tests of CPU
// profiles.
//
// The store on the main actor burns in three actions and in an effect, sleeps in a fourth action,
// and has an effect that only waits; code between the actions burns, too. Meanwhile a second store
// does the same on another thread.

import ComposableCore
import Foundation
import Signpost

// Each its own loop: functions with the same body would be merged.

@inline(never) func compressBlocks(_ digest: inout UInt64) {
  for _ in 0..<rounds { digest = (digest ^ digest >> 29) &* 6_364_136_223_846_793_005 }
}

@inline(never) func encodeGlyphs(_ digest: inout UInt64) {
  for _ in 0..<rounds { digest = (digest ^ digest >> 31) &* 0x7fb5_d329_728e_a185 }
}

@inline(never) func searchIndex(_ digest: inout UInt64) {
  for _ in 0..<rounds { digest = (digest ^ digest << 9) &+ 0x9e37_79b9_7f4a_7c15 }
}

@inline(never) func renderTiles(_ digest: inout UInt64) {
  for _ in 0..<rounds { digest = (digest ^ digest >> 27) &* 0x81da_def4_bc2d_d44d }
}

@inline(never) func decodeResponse(_ digest: inout UInt64) {
  for _ in 0..<rounds { digest = (digest ^ digest << 5) &* 0xd6e8_feb8_6659_fd93 }
}

@inline(never) func prepareInput(_ digest: inout UInt64) {
  for _ in 0..<rounds { digest = (digest ^ digest >> 19) &+ 0xbf58_476d_1ce4_e5b9 }
}

/// About 1 ms.
let rounds = 1_000_000

/// Of this thread, in nanoseconds.
func processorTime() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Repeats work until this thread has spent 8 ms on it: a sample is taken each millisecond of
/// processor time, so each action has as many on a fast machine as on a slow one.
func repeatForSamples(_ work: (inout UInt64) -> Void, _ digest: inout UInt64) {
  let end = processorTime() + 8_000_000
  repeat { work(&digest) } while processorTime() < end
}

struct Burning: Reducer {
  struct State { var digest: UInt64 = 1 }

  enum Action { case compress, encode, search, render, idle, load, loaded(UInt64), wait }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .compress: repeatForSamples(compressBlocks, &state.digest)
      case .encode: repeatForSamples(encodeGlyphs, &state.digest)
      case .search: repeatForSamples(searchIndex, &state.digest)
      case .render: repeatForSamples(renderTiles, &state.digest)
      case .idle: usleep(50_000)
      case .loaded(let digest): state.digest ^= digest
      case .load:
        return .run { send in
          await Task.yield()
          var digest: UInt64 = 7
          repeatForSamples(decodeResponse, &digest)
          await send(.loaded(digest))
        }
      case .wait:
        return .run { _ in try await Task.sleep(for: .seconds(3600)) }
      }
      return .none
    }
  }
}

/// A thread of its own for the tasks that prefer it.
///
/// Unchecked: the condition guards the mutable fields.
final class OwnThread: TaskExecutor, @unchecked Sendable {
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []

  init() {
    Thread.detachNewThread { [self] in
      while true {
        let job = condition.withLock {
          while jobs.isEmpty { condition.wait() }
          return jobs.removeFirst()
        }
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      jobs.append(job)
      condition.signal()
    }
  }
}

let count = Int(ProcessInfo.processInfo.environment["ROUNDS"] ?? "") ?? 25

let other = Task.detached {
  await withTaskExecutorPreference(OwnThread()) {
    let store = StoreActor(initialState: Burning.State()) { Burning().signpost("other") }
    for _ in 0..<(2 * count) { await store.send(.render) }
  }
}
let store = Store(initialState: Burning.State()) { Burning().signpost("main") }
let waiting = store.send(.wait)
await Task.yield()
var input: UInt64 = 3
for round in 0..<count {
  store.send(.compress)
  store.send(.encode)
  store.send(.search)
  repeatForSamples(prepareInput, &input)
  if round % 5 == 0 { store.send(.idle) }
  await store.send(.load).finish()
}
await other.value
waiting.cancel()
print(store.withState(\.digest) ^ input)
