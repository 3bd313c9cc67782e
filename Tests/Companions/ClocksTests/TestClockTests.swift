import ComposableClocks
import TestSupport
import Testing

@Suite struct TestClockTests {
  let clock = TestClock()
  let log = LockedTexts()

  @Test func noSleepReturnsBeforeTheDeadline() async throws {
    let task = await sleeper("a", for: .seconds(2))
    await clock.advance(by: .seconds(1))
    #expect(log.all == [])
    await clock.advance(by: .seconds(1))
    try await task.value
    #expect(log.all == ["a"])
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func wakesInTheOrderOfDeadlinesAndArrivals() async throws {
    var tasks: [Task<Void, any Error>] = []
    for duration in [3, 1, 2] {
      tasks.append(await sleeper("\(duration)", for: .seconds(duration)))
    }
    await clock.advance(by: .seconds(3))
    for task in tasks { try await task.value }
    #expect(log.all == ["1", "2", "3"])
  }

  @Test func whoWaitsAgainOnTheWayWakesAgain() async throws {
    let clock = clock
    let log = log
    let task = Task {
      for index in 1...3 {
        try await clock.sleep(for: .seconds(1))
        log.append("\(index) at \(clock.now.offset)")
      }
    }
    await clock.arrival()
    await clock.advance(by: .seconds(10))
    try await task.value
    #expect(
      log.all == ["1 at 1.0 seconds", "2 at 2.0 seconds", "3 at 3.0 seconds"])
    #expect(clock.now.offset == .seconds(10))
  }

  @Test func aDeadlineThatHasPassedIsNoWait() async throws {
    await clock.advance(by: .seconds(5))
    try await clock.sleep(until: .init(offset: .seconds(1)))
  }

  @Test func theClockNeverGoesBack() async {
    await clock.advance(by: .seconds(5))
    await clock.advance(to: .init(offset: .seconds(1)))
    #expect(clock.now.offset == .seconds(5))
  }

  @Test func cancellingEndsTheWait() async throws {
    let task = await sleeper("a", for: .seconds(1))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await clock.checkSuspension()
    await clock.advance(by: .seconds(1))
    #expect(log.all == [])
  }

  @Test func whoIsCancelledDoesNotWaitAtAll() async {
    let clock = clock
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func whoWaitsForNowWaitsUntilTheClockIsMoved() async throws {
    let task = await sleeper("now", for: .zero)
    #expect(log.all == [])
    await clock.advance()
    try await task.value
    #expect(log.all == ["now"])
  }

  @Test func checkSuspensionFailsWhileASleepIsPending() async throws {
    try await clock.checkSuspension()
    let task = await sleeper("a", for: .seconds(1))
    await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    await clock.run()
    try await task.value
    try await clock.checkSuspension()
  }

  @Test func runWakesEverybody() async throws {
    var tasks: [Task<Void, any Error>] = []
    for number in 1...5 {
      tasks.append(await sleeper("\(number)", for: .seconds(number * 100)))
    }
    await clock.run()
    for task in tasks { try await task.value }
    #expect(log.all == ["1", "2", "3", "4", "5"])
    #expect(clock.now.offset == .seconds(500))
  }

  @Test func runReportsAnEndlessTimer() async {
    let clock = clock
    let timer = Task { for await _ in clock.timer(interval: .seconds(1)) {} }
    await clock.arrival()
    await withKnownIssue {
      await clock.run(timeout: .milliseconds(1))
    } matching: { issue in
      issue.description.contains("a sleep on it is still pending")
        && issue.sourceLocation?.fileID == "ClocksTests/TestClockTests.swift"
    }
    timer.cancel()
    await timer.value
  }

  @Test func otherDurationsWork() async throws {
    let clock = TestClock<Steps>(now: .init())
    let task = Task { try await clock.sleep(until: .init(offset: Steps(count: 3))) }
    await clock.arrival()
    await clock.advance(by: Steps(count: 3))
    try await task.value
  }

  /// Random sleeps and advances against a plain list of deadlines.
  @Test(arguments: UInt64(0)..<8) func behavesAsAListOfDeadlines(seed: UInt64) async throws {
    var random = SplitMix(seed: seed)
    var expected: [(deadline: Int, name: String)] = []
    var now = 0
    var woken: [String] = []
    var tasks: [Task<Void, any Error>] = []
    for index in 0..<30 {
      if Bool.random(using: &random) {
        let duration = Int.random(in: 1...9, using: &random)
        expected.append((now + duration, "\(index)"))
        tasks.append(await sleeper("\(index)", for: .seconds(duration)))
      } else {
        now += Int.random(in: 0...5, using: &random)
        await clock.advance(by: .seconds(now) - clock.now.offset)
        let due = expected.enumerated().filter { $0.element.deadline <= now }
          .sorted { ($0.element.deadline, $0.offset) < ($1.element.deadline, $1.offset) }
        woken += due.map(\.element.name)
        expected.removeAll { $0.deadline <= now }
        while log.all.count < woken.count { await Task.yield() }
        #expect(log.all == woken)
      }
    }
    await clock.run()
    for task in tasks { try await task.value }
  }

  /// A sleep on the clock that is pending already.
  private func sleeper(_ name: String, for duration: Duration) async -> Task<Void, any Error> {
    let count = clock.waiterCount
    let task = Task { [clock, log] in
      try await clock.sleep(for: duration)
      log.append(name)
    }
    await clock.arrival(of: count + 1)
    return task
  }
}

private struct Steps: DurationProtocol, Hashable {
  var count: Int
  static var zero: Self { Self(count: 0) }
  static func + (lhs: Self, rhs: Self) -> Self { Self(count: lhs.count + rhs.count) }
  static func - (lhs: Self, rhs: Self) -> Self { Self(count: lhs.count - rhs.count) }
  static func < (lhs: Self, rhs: Self) -> Bool { lhs.count < rhs.count }
  static func / (lhs: Self, rhs: Int) -> Self { Self(count: lhs.count / rhs) }
  static func / (lhs: Self, rhs: Self) -> Double { Double(lhs.count) / Double(rhs.count) }
  static func * (lhs: Self, rhs: Int) -> Self { Self(count: lhs.count * rhs) }
}
