import ComposableCore
import TestSupport
import Testing

/// Runs numbered work through a debounce or a throttle.
private struct Timed: Reducer {
  enum Action: Equatable { case request(Int), cancel, started(Int) }
  enum CancelID { case work }

  /// Whether there is no work, and the action is sent at once.
  var isImmediate = false
  let wrap: @Sendable (Effect<Action>) -> Effect<Action>

  var body: some Reducer<[Int], Action> {
    Reduce { state, action in
      switch action {
      case .request(let number):
        if isImmediate { return wrap(.send(.started(number))) }
        return wrap(.run { send in await send(.started(number)) })
      case .cancel:
        return .cancel(id: CancelID.work)
      case .started(let number):
        state.append(number)
        return .none
      }
    }
  }
}

@MainActor
@Suite struct EffectTimingTests {
  let clock = TestClock()

  private func debounced() -> Store<[Int], Timed.Action> {
    let clock = clock
    return Store(initialState: [Int]()) {
      Timed { $0.debounce(id: Timed.CancelID.work, for: .seconds(2), clock: clock) }
    }
  }

  private func throttled(latest: Bool) -> Store<[Int], Timed.Action> {
    let clock = clock
    return Store(initialState: [Int]()) {
      Timed(isImmediate: true) {
        $0.throttle(id: Timed.CancelID.work, for: .seconds(2), clock: clock, latest: latest)
      }
    }
  }

  // MARK: Debounce

  @Test func debounceStartsTheLatestAfterAPause() async {
    let store = debounced()
    store.send(.request(1))
    await clock.arrival()
    await clock.advance(by: .seconds(1))
    let task = store.send(.request(2))
    await clock.advance(by: .seconds(1))
    #expect(store.state == [])
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(store.state == [2])
    let next = store.send(.request(3))
    await clock.arrival()
    await clock.advance(by: .seconds(2))
    await next.finish()
    #expect(store.state == [2, 3])
  }

  @Test func debounceMayBeCancelled() async throws {
    let store = debounced()
    let task = store.send(.request(1))
    await clock.arrival()
    await clock.advance(by: .seconds(1))
    store.send(.cancel)
    await task.finish()
    try await clock.checkSuspension()
    await clock.advance(by: .seconds(5))
    #expect(store.state == [])
  }

  @Test func debounceCancelsTheOneThatRuns() async {
    let gates = Gates()
    let clock = clock
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        .run { _ in await gates.pass("\(action)") }
          .debounce(id: Timed.CancelID.work, for: .seconds(1), clock: clock)
      }
    }
    let first = store.send(1)
    await clock.arrival()
    await clock.advance(by: .seconds(1))
    await gates.arrival(at: "1")
    let second = store.send(2)
    await first.finish()
    #expect(gates.cancelled == ["1"])
    second.cancel()
    await second.finish()
  }

  @Test func aWaitEndsWithItsStore() async throws {
    var store: Store<[Int], Timed.Action>? = debounced()
    let task = store?.send(.request(1))
    await clock.arrival()
    await clock.advance(by: .seconds(1))
    weak let gone = store
    store = nil
    #expect(gone == nil)
    await task?.finish()
    try await clock.checkSuspension()
  }

  @Test func finishWaitsForWhatIsDelayed() async {
    let store = debounced()
    let task = store.send(.request(1))
    let clock = clock
    async let finished: Void = task.finish()
    await clock.arrival()
    await clock.advance(by: .seconds(2))
    await finished
    #expect(store.state == [1])
  }

  @Test func delayedEffectsKeepTheirDependencies() async {
    let clock = clock
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        guard action == "start" else { return .none }
        return .run { send in
          @Dependency(\.number.name) var name
          await send(name)
        }
        .debounce(id: Timed.CancelID.work, for: .seconds(1), clock: clock)
      }
      .dependency(\.number, NumberClient(name: "delayed"))
    }
    let task = store.send("start")
    await clock.arrival()
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(store.state == ["start", "delayed"])
  }

  @Test func nothingStaysNothing() async throws {
    let clock = clock
    let none = Effect<Int>.none
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, action in
        action == 0
          ? none.debounce(id: 1, for: .seconds(1), clock: clock)
          : none.throttle(id: 1, for: .seconds(1), clock: clock, latest: true)
      }
    }
    await store.send(0).finish()
    await store.send(1).finish()
    try await clock.checkSuspension()
  }

  // MARK: Throttle

  @Test(arguments: [true, false]) func throttleDeliversOneActionPerInterval(latest: Bool) async {
    let store = throttled(latest: latest)
    await store.send(.request(1)).finish()
    #expect(store.state == [1])
    let tasks = [2, 3, 4].map { store.send(.request($0)) }
    await clock.advance(by: .milliseconds(1999))
    #expect(store.state == [1])
    await clock.advance(by: .milliseconds(1))
    for task in tasks { await task.finish() }
    #expect(store.state == [1, latest ? 4 : 2])

    // The late delivery began an interval of its own.
    let task = store.send(.request(5))
    await clock.arrival()
    await clock.advance(by: .seconds(1))
    #expect(store.state.count == 2)
    await clock.advance(by: .seconds(1))
    await task.finish()
    #expect(store.state.last == 5)

    await clock.advance(by: .seconds(2))
    await store.send(.request(6)).finish()
    #expect(store.state.last == 6)
  }

  @Test(arguments: [true, false]) func theActionsOfOneEffectAreThrottled(latest: Bool) async {
    let clock = clock
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        guard action == 0 else {
          state.append(action)
          return .none
        }
        return .run { send in
          for number in 1...4 { await send(number) }
          try await clock.sleep(for: .seconds(5))
          await send(5)
        }
        .throttle(id: 1, for: .seconds(2), clock: clock, latest: latest)
      }
    }
    let task = store.send(0)
    await clock.arrival(of: 2)
    #expect(store.state == [1])
    await clock.advance(by: .seconds(2))
    #expect(store.state == [1, latest ? 4 : 2])
    await clock.advance(by: .seconds(3))
    await task.finish()
    #expect(store.state == [1, latest ? 4 : 2, 5])
  }

  @Test(arguments: [true, false]) func aCancelledThrottleStartsAnew(latest: Bool) async {
    let store = throttled(latest: latest)
    await store.send(.request(1)).finish()
    let cancelled = store.send(.request(2))
    store.send(.cancel)
    let task = store.send(.request(3))
    await cancelled.finish()
    await clock.advance(by: .seconds(2))
    await task.finish()
    #expect(store.state == [1, 3])
  }

  @Test func aThrottledEffectTakesThePlaceOfTheOneBefore() async {
    let gates = Gates()
    let clock = clock
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        .run { _ in await gates.pass("\(action)") }
          .throttle(id: Timed.CancelID.work, for: .seconds(1), clock: clock, latest: true)
      }
    }
    let first = store.send(1)
    await gates.arrival(at: "1")
    let second = store.send(2)
    await gates.arrival(at: "2")
    await first.finish()
    #expect(gates.cancelled == ["1"])
    #expect(gates.waiting == ["2"])
    gates.open("2")
    await second.finish()
  }

  @Test func aChildThatComesBackIsNotThrottledByItsPast() async {
    let clock = clock
    struct Child: Reducer {
      let clock: TestClock<Duration>
      var body: some Reducer<Int, Bool> {
        Reduce { state, isRequest in
          guard isRequest else {
            state += 1
            return .none
          }
          return .run { send in await send(false) }
            .throttle(id: 1, for: .seconds(1), clock: clock, latest: true)
        }
      }
    }
    struct Feature: Reducer {
      struct State: Equatable { var child: Int? = 0 }
      enum Action: CasePathable {
        case child(Bool), present(Bool)
        struct AllCasePaths: Sendable {
          var child: AnyCasePath<Action, Bool> {
            AnyCasePath(embed: Action.child) {
              if case .child(let value) = $0 { value } else { nil }
            }
          }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
      }
      let clock: TestClock<Duration>
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          if case .present(let isPresented) = action { state.child = isPresented ? 0 : nil }
          return .none
        }
        .ifLet(\.child, action: \.child) { Child(clock: clock) }
      }
    }
    let store = Store(initialState: Feature.State()) { Feature(clock: clock) }
    await store.send(.child(true)).finish()
    #expect(store.child == 1)
    store.send(.present(false))
    store.send(.present(true))
    await store.send(.child(true)).finish()
    #expect(store.child == 1)
  }

  // MARK: Streams

  @Test func aStreamSendsAnActionForEachElement() async {
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        guard action == 0 else { return .none }
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        for number in 1...3 { continuation.yield(number) }
        continuation.finish()
        return .stream(stream) { $0 * 10 }
      }
    }
    await store.send(0).finish()
    #expect(store.state == [0, 10, 20, 30])
  }

  @Test func aTimerMayBeAStream() async {
    let clock = clock
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return action == 0 ? .stream(clock.timer(interval: .seconds(1))) { _ in 1 } : .none
      }
    }
    let task = store.send(0)
    await clock.arrival()
    await clock.advance(by: .seconds(3))
    #expect(store.state == 3)
    task.cancel()
    await task.finish()
    await clock.advance(by: .seconds(3))
    #expect(store.state == 3)
  }

  @Test func anErrorOfAStreamGoesToItsHandler() async {
    struct Failure: Error {}
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        guard action == "start" else { return .none }
        return .stream(AsyncThrowingStream<String, any Error> { throw Failure() }) {
          $0
        } catch: { error, send in
          await send("\(type(of: error))")
        }
      }
    }
    await store.send("start").finish()
    #expect(store.state == ["start", "Failure"])
  }
}
