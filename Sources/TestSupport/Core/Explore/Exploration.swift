import CompanionSupport
public import ComposableCore

/// The program of one run of an exploration: the steps of its user, and the checks at its end.
///
/// The steps are performed one after the other once the closure has returned. Between two of them,
/// and before the first, any of the jobs of effects may run: that is explored.
@MainActor
public final class Exploration {
  private let run: ExploredRun
  private var steps: [@MainActor () async throws -> Void] = []
  private var ends: [@MainActor () -> Void] = []
  private var checks: [@MainActor () async throws -> Void] = []
  /// The events that started the effects which wait for something unknown before the checks.
  private(set) var waits: [Int] = []
  /// The events that started the effects which still run although their feature was removed.
  private(set) var effectsOfRemovedFeatures: [Int] = []

  init(_ run: ExploredRun) {
    self.run = run
  }

  // MARK: The user

  /// Adds a step: sends an action to a store.
  public func send<State, Action>(_ action: Action, to store: Store<State, Action>) {
    steps.append { [run] in
      run.willSend(to: store)
      store.send(action)
    }
  }

  /// Adds a step: sends an action to a store on an actor of its own.
  public func send<State, Action: Sendable>(_ action: Action, to store: StoreActor<State, Action>) {
    steps.append { [run] in
      run.willSend(to: store)
      _ = await store.send(action)
    }
  }

  /// Adds a step: sends an action to a test store.
  ///
  /// It asserts nothing, and turns the store's exhaustivity off, as actions are received in another
  /// order each time. They are skipped before the checks of ``eventually(_:)`` run.
  public func send<State, Action>(
    _ action: Action, to store: TestStore<State, Action>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    steps.append { store.sendWithoutAssertion(action, at: place) }
    ends.append { store.skipReceivedActionsAtOnce() }
  }

  /// Adds a step: runs code of the test, such as the cancellation of a task.
  ///
  /// - Parameters:
  ///   - name: The name of the step in the description of an order.
  ///   - body: The code.
  public func step(_ name: String, _ body: @escaping @MainActor () async throws -> Void) {
    steps.append { [run] in
      run.record(name)
      try await run.performing(body)
    }
  }

  /// Adds a step: advances a clock, once all other tasks wait, or are in a delay of any length.
  ///
  /// A delay of any length ends before the clock moves, while it moves from one sleep to the next,
  /// or after that. Sleeps that end at the same instant wake in any order. The sleeps of a task
  /// that was delayed so end as much later, and before the checks.
  public func advance<Duration: DurationProtocol & Hashable & Sendable>(
    _ clock: TestClock<Duration>, by duration: Duration
  ) {
    steps.append { [run] in
      await run.letTimePass()
      run.record("the clock advances by \(duration)")
      await clock.advanceOnceSettled(by: duration)
    }
  }

  /// Adds a step: advances a test scheduler, as a clock. Work that is due at the same instant is
  /// performed in the order in which it was scheduled; the tasks that it resumes run in any order.
  public func advance<Base>(_ scheduler: TestSchedulerOf<Base>, by interval: SchedulerInterval) {
    steps.append { [run] in
      await run.letTimePass()
      run.record("the scheduler advances by \(interval.duration)")
      await scheduler.advanceOnceSettled(by: interval)
    }
  }

  /// Adds a check that runs once all steps are done and all effects have ended, or wait.
  ///
  /// - Parameter check: Expectations, of Swift Testing or of XCTest.
  public func eventually(_ check: @escaping @MainActor () async throws -> Void) {
    checks.append(check)
  }

  // MARK: Dependencies

  /// Returns one of several values, each of which is explored. For dependencies.
  ///
  /// - Parameters:
  ///   - name: The name of the choice in the description of an order.
  ///   - values: The values; the first is the usual one.
  public nonisolated func choose<Value>(_ name: String, among values: [Value]) -> Value {
    guard let run = ExploredRun.current else { return values[0] }
    return values[run.choose(name, among: values.map { "\($0)" })]
  }

  /// A delay of any length for dependencies: all other work may come before the code behind it.
  ///
  /// The same as `Task.yield()`, which must not be used in the isolation of an actor other than the
  /// main actor with Swift 6.2.
  public nonisolated(nonsending) func pause() async {
    if let run = ExploredRun.current { await run.pause() } else { await Task.yield() }
  }

  /// The outcome of a dependency's endpoint.
  public enum Outcome: String, CaseIterable, Sendable, CustomStringConvertible {
    /// The endpoint returns its value.
    case succeeds
    /// The endpoint throws an ``Exploration/Failure``.
    case fails
    /// The endpoint waits until its task is cancelled.
    case hangs

    /// The name.
    public var description: String { rawValue }
  }

  /// The error of an endpoint that fails because an exploration requests it.
  public struct Failure: Error, Equatable {
    /// The name of the endpoint.
    public let endpoint: String
  }

  /// Runs the endpoint of a dependency with any of several outcomes, each of which is explored.
  ///
  /// ```swift
  /// $0.save = { document in
  ///   try await exploration.endpoint("save") { document.id }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the endpoint in the description of an order.
  ///   - outcomes: The outcomes to explore; the first is the usual one.
  ///   - value: The value of an endpoint that succeeds.
  public nonisolated(nonsending) func endpoint<Value>(
    _ name: String, outcomes: [Outcome] = Outcome.allCases,
    _ value: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    await pause()
    switch choose(name, among: outcomes) {
    case .succeeds: return try await value()
    case .fails: throw Failure(endpoint: name)
    case .hangs:
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      await waitingInControlledRun { for await _ in stream {} }
      withExtendedLifetime(continuation) {}
      throw CancellationError()
    }
  }

  // MARK: Running

  /// Runs the program.
  func perform(_ program: @MainActor (Exploration) async throws -> Void) async throws {
    try await run.performing { try await program(self) }
    for step in steps {
      await Task.yield()
      try await step()
    }
    await run.comeToRest()
    waits = run.uncontrolledWaits
    effectsOfRemovedFeatures = run.effectsOfRemovedFeatures
    for end in ends { end() }
    ends = []
    for check in checks { try await check() }
    checks = []
    // These keep the stores: the release of a store would cancel effects that wait.
    steps = []
  }
}
