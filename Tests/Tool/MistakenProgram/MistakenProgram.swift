// A program with one mistake that `signpost findings` has a rule for.
//
// `MISTAKE=storm LEVEL=2` makes it to twice the rule's threshold, `LEVEL=0.5` to half of it.
// `CORRECTED=1` does the same work without the mistake.

import ComposableCore
import Foundation
import Signpost

struct Desk: Reducer {
  struct State {
    var count = 0
    var title = 0
    var page = Page()
  }

  struct Page { var number = 0 }

  enum Action: Sendable {
    case compute, computed, computeBriefly, computeManyAndChange, mix
    case query(sleeping: Duration), queryEnded
    case openScreen, startClock, ticked
    case startMeter(perSecond: Int), level
    case check, changed
    case tapped, forwarded, forwardedAgain, forwardedOnce, handled
    case nudge, nudged
    case change, rename
  }

  /// The work of the main actor that an action does.
  let work: Duration
  let computations: Int
  let isCorrected: Bool
  /// The part of the first of the functions in ``mix(_:hotPart:)``.
  var hotPart = 0.125
  let sendAgain: @Sendable () -> Void

  enum Request: Hashable { case query, screen, meter }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .compute:
        guard isCorrected else {
          spin(work)
          state.count += 1
          return .none
        }
        return .run { [work] send in
          spin(work)
          await send(.computed)
        }
      case .computeBriefly:
        spin(work)
        state.count += 1
        return .none
      case .mix:
        state.count &+= Int(truncatingIfNeeded: mix(.milliseconds(6), hotPart: hotPart))
        return .none
      case .computeManyAndChange:
        // The last waits for the others, each of which is short.
        return .merge((0..<computations).map { _ in .send(.compute) } + [.send(.change)])
      case .computed, .queryEnded, .handled, .ticked, .changed, .change, .nudged, .level:
        state.count += 1
        return .none
      case .query(let time):
        let request = Effect<Action>.run { send in
          try await Task.sleep(for: time)
          await send(.queryEnded)
        }
        return isCorrected
          ? request.debounce(id: Request.query, for: .milliseconds(30), clock: ContinuousClock())
          : request.cancellable(id: Request.query, cancelInFlight: true)
      case .openScreen:
        state.count += 1
        let timer = Effect<Action>.run { send in
          while true {
            try await Task.sleep(for: .milliseconds(400))
            await send(.ticked)
          }
        }
        return isCorrected ? timer.cancellable(id: Request.screen, cancelInFlight: true) : timer
      case .startClock:
        return .run { send in
          var next = ContinuousClock.now
          while true {
            next += .milliseconds(30)
            try await Task.sleep(until: next, clock: .continuous)
            await send(.ticked)
          }
        }
      case .startMeter(let rate):
        state.count += 1
        let meter = Effect<Action>.run { send in
          var next = ContinuousClock.now
          while true {
            next += .seconds(1) / rate
            try await Task.sleep(until: next, clock: .continuous)
            await send(.level)
          }
        }
        return isCorrected
          ? meter.throttle(
            id: Request.meter, for: .milliseconds(100), clock: ContinuousClock(), latest: true)
          : meter
      case .check: return .none
      case .tapped: return .send(.forwarded)
      case .forwarded: return .send(.forwardedAgain)
      case .forwardedAgain: return .send(.handled)
      case .forwardedOnce: return .send(.handled)
      case .nudge:
        state.count += 1
        guard isCorrected else {
          sendAgain()
          return .none
        }
        return .send(.nudged)
      case .rename:
        state.title += 1
        return .none
      }
    }
  }
}

/// Computes for a time.
func spin(_ time: Duration) {
  let end = ContinuousClock.now + time
  while ContinuousClock.now < end {}
}

/// Computes for a time with several functions, of which the first gets a part of the time.
func mix(_ time: Duration, hotPart: Double) -> UInt64 {
  let functions = [first, second, third, fourth, fifth, sixth, seventh, eighth]
  let rest = (1 - hotPart) / Double(functions.count - 1)
  var sum: UInt64 = 1
  for (index, function) in functions.enumerated() {
    let end = ContinuousClock.now + time * (index == 0 ? hotPart : rest)
    while ContinuousClock.now < end { sum = function(sum) }
  }
  return sum
}

// Different constants, as the linker merges equal functions.
@inline(never) func first(_ seed: UInt64) -> UInt64 { scramble(seed, 0x9e37_79b9_7f4a_7c15) }
@inline(never) func second(_ seed: UInt64) -> UInt64 { scramble(seed, 0xbf58_476d_1ce4_e5b9) }
@inline(never) func third(_ seed: UInt64) -> UInt64 { scramble(seed, 0x94d0_49bb_1331_11eb) }
@inline(never) func fourth(_ seed: UInt64) -> UInt64 { scramble(seed, 0xd6e8_feb8_6659_fd93) }
@inline(never) func fifth(_ seed: UInt64) -> UInt64 { scramble(seed, 0xa076_1d64_78bd_642f) }
@inline(never) func sixth(_ seed: UInt64) -> UInt64 { scramble(seed, 0xe703_7ed1_a0b4_28db) }
@inline(never) func seventh(_ seed: UInt64) -> UInt64 { scramble(seed, 0x8ebc_6af0_9c88_c6e3) }
@inline(never) func eighth(_ seed: UInt64) -> UInt64 { scramble(seed, 0x5899_65cc_7537_4cc3) }

/// Inlined also without optimization, so that each function has the samples itself.
@_transparent
func scramble(_ seed: UInt64, _ factor: UInt64) -> UInt64 {
  var value = seed
  var round = 0
  while round < 1000 {
    value = (value ^ (value >> 29)) &* factor
    round &+= 1
  }
  return value
}

/// A way to make a store of the page.
@MainActor
protocol PageScope {
  func page(of store: StoreOf<Desk>) -> Store<Desk.Page, Desk.Action>
}

struct ScopeByKeyPaths: PageScope {
  func page(of store: StoreOf<Desk>) -> Store<Desk.Page, Desk.Action> {
    store.scope(\.page, action: \.self)
  }
}

/// Makes a store each time.
struct ScopeByClosures: PageScope {
  @available(*, deprecated, message: "Makes the mistake.")
  func page(of store: StoreOf<Desk>) -> Store<Desk.Page, Desk.Action> {
    store.scope(state: { $0.page }, action: { $0 })
  }
}

/// The store of the desk, for code that sends within a reducer.
final class Register: @unchecked Sendable {
  weak var store: StoreOf<Desk>?
}

let environment = ProcessInfo.processInfo.environment
let mistake = environment["MISTAKE"] ?? ""
let level = Double(environment["LEVEL"] ?? "2")!
let isCorrected = environment["CORRECTED"] != nil
let register = Register()
/// The time that the composition of a payload takes.
let composing: Duration? =
  mistake == "costly-instrumentation" && !isCorrected ? .microseconds(Int(500 * level)) : nil
let payload: SignpostPayload<Desk.Action> =
  if let composing {
    .text { _ in
      spin(composing)
      return "an action"
    }
  } else {
    .none
  }
let store = Store(initialState: Desk.State()) {
  Desk(
    work: ["long-waits", "late-timers"].contains(mistake)
      ? .milliseconds(5) : .milliseconds(Int(16 * level)),
    computations: 24,
    isCorrected: isCorrected, hotPart: isCorrected ? 0.125 : 0.25 * level,
    sendAgain: { MainActor.assumeIsolated { _ = register.store?.send(.nudged) } }
  )
  .signpost("desk", payload: payload)
}
register.store = store

/// Sends other actions, so that the mistake is not all that there is.
@MainActor
func actions(_ count: Int, part: Double, _ mistaken: Desk.Action, _ normal: Desk.Action) {
  var sum = 0.0
  for _ in 0..<count {
    sum += part
    if sum >= 1 {
      sum -= 1
      store.send(mistaken)
    } else {
      store.send(normal)
    }
  }
}

switch mistake {
case "long-on-main-actor":
  for _ in 0..<20 { await store.send(.compute).finish() }

case "costly-observers":
  // 300 periods of 10 ms.
  let part = 0.2 * level
  let token = observe {
    _ = isCorrected ? store.title : store.count
    spin(.microseconds(Int(10_000 * part)))
  }
  var next = ContinuousClock.now
  for _ in 0..<300 {
    next += .milliseconds(10)
    store.send(.change)
    try await Task.sleep(until: next, clock: .continuous)
  }
  withExtendedLifetime(token) {}

case "list-readers":
  // 20 observers, which together take a part of 300 periods of 10 ms.
  let part = 0.05 * level / 20
  let tokens = (0..<20).map { row in
    observe {
      _ = isCorrected && row > 0 ? store.title : store.count
      spin(.microseconds(Int(10_000 * part)))
    }
  }
  var next = ContinuousClock.now
  for _ in 0..<300 {
    next += .milliseconds(10)
    store.send(.change)
    try await Task.sleep(until: next, clock: .continuous)
  }
  withExtendedLifetime(tokens) {}

case "mostly-cancelled":
  // As many queries are followed at once by the next as the level requires. Requests last equally
  // long, and the last ones finish at any level.
  var sum = 0.0
  for index in 0..<100 {
    let query = store.send(.query(sleeping: .milliseconds(40)))
    sum += 0.5 * level
    if sum >= 1, index < 95 {
      sum -= 1
      // Long enough for the request to start, unless it waits for a pause.
      try await Task.sleep(for: .milliseconds(12))
    } else {
      await query.finish()
    }
  }
  try await Task.sleep(for: .milliseconds(100))

case "growing-effects":
  for _ in 0..<Int(10 * level) {
    store.send(.openScreen)
    try await Task.sleep(for: .milliseconds(100))
  }
  try await Task.sleep(for: .milliseconds(100))

case "growing-stores":
  var desks: [StoreOf<Desk>] = []
  for _ in 0..<Int(20 * level) {
    let desk = Store(initialState: Desk.State()) {
      Desk(work: .zero, computations: 0, isCorrected: isCorrected, sendAgain: {}).signpost("desk")
    }
    desk.send(.change)
    if !isCorrected { desks.append(desk) }
    try await Task.sleep(for: .seconds(2) / Int(20 * level))
  }
  // All of them have nothing to do for more than a second, until the last event.
  try await Task.sleep(for: .milliseconds(1200))
  store.send(.change)
  withExtendedLifetime(desks) {}

case "storm":
  let token = observe { _ = store.count }
  store.send(.startMeter(perSecond: Int(75 * level)))
  try await Task.sleep(for: .seconds(5))
  withExtendedLifetime(token) {}

case "changes-nothing":
  // A tenth of the actions, which is more than a hundred.
  if isCorrected {
    actions(3_000, part: 0, .check, .change)
  } else {
    actions(3_000, part: 0.1 * level, .check, .change)
  }

case "repeated-in-turn":
  for _ in 0..<Int(10 * level) {
    for _ in 0..<(isCorrected ? 1 : 20) { store.send(.change) }
    try await Task.sleep(for: .milliseconds(50))
  }

case "late-timers":
  store.send(.startClock)
  // The timer is known by its first actions. The work is longer by a period, so that the next one
  // is late by the level, whenever the work begins.
  let computations = Int(100 * level + 30) / 5
  for _ in 0..<6 {
    try await Task.sleep(for: .milliseconds(700))
    for _ in 0..<computations {
      store.send(.computeBriefly)
      if isCorrected { try await Task.sleep(for: .milliseconds(1)) }
    }
  }

case "hot-function":
  var next = ContinuousClock.now
  for _ in 0..<300 {
    next += .milliseconds(10)
    store.send(.mix)
    try await Task.sleep(until: next, clock: .continuous)
  }

case "costly-instrumentation":
  var next = ContinuousClock.now
  for _ in 0..<300 {
    next += .milliseconds(10)
    store.send(.change)
    try await Task.sleep(until: next, clock: .continuous)
  }

case "forwarding":
  let chains = Int(34 * level)
  for _ in 0..<chains { await store.send(isCorrected ? .forwardedOnce : .tapped).finish() }
  for _ in 0..<(chains * 5) { store.send(.change) }

case "reentrant-sends":
  for _ in 0..<Int(10 * level) { await store.send(.nudge).finish() }

case "long-waits":
  for _ in 0..<Int(3 * level) {
    await store.send(.computeManyAndChange).finish()
  }

case "long-waits/actor":
  // Each sender waits for the actions of the others: at the threshold, for three of them.
  let senders = Int(4 * level)
  let makeDesk: @Sendable () -> StoreActorOf<Desk> = {
    StoreActor(initialState: Desk.State()) {
      Desk(work: .milliseconds(5), computations: 0, isCorrected: false, sendAgain: {})
        .signpost("desk")
    }
  }
  let shared = makeDesk()
  await withTaskGroup(of: Void.self) { [isCorrected] group in
    for _ in 0..<senders {
      group.addTask {
        let desk = isCorrected ? makeDesk() : shared
        for _ in 0..<(400 / senders) { await desk.send(.compute) }
      }
    }
  }

case "recreated-stores":
  let scope: any PageScope = isCorrected ? ScopeByKeyPaths() : ScopeByClosures()
  var number = 0
  for _ in 0..<Int(50 * level) {
    store.send(.change)
    number += scope.page(of: store).number
  }
  print(number)

default:
  FileHandle.standardError.write(Data("no mistake is called “\(mistake)”\n".utf8))
  exit(64)
}
print(store.count)
