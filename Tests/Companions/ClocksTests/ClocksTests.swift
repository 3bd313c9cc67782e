import ComposableClocks
import TestSupport
import Testing

@Suite struct ClocksTests {
  // MARK: Immediate

  @Test func immediateClockIsThereAtOnce() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(100))
    #expect(clock.now.offset == .seconds(100))
    try await clock.sleep(until: .init(offset: .seconds(1)))
    #expect(clock.now.offset == .seconds(100))
    let existential: any Clock<Duration> = .immediate
    try await existential.sleep(for: .seconds(1))
  }

  @Test func immediateClockHeedsCancellation() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await ImmediateClock().sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  // MARK: Unimplemented

  @Test func unimplementedClockDoesWhatItsBaseDoes() async throws {
    let base = TestClock()
    let clock = UnimplementedClock(base, name: "the clock")
    let task = Task {
      try await withKnownIssue {
        try await clock.sleep(for: .seconds(1))
      } matching: {
        $0.description.contains("'the clock.")
      }
    }
    await base.arrival()
    await base.advance(by: .seconds(1))
    try await task.value
  }

  @Test func unimplementedClock_withANameAlone_reportsTheName() async throws {
    let named = UnimplementedClock(name: "Timer")
    let other = UnimplementedClock()
    for (clock, name) in [(named, "Timer"), (other, "Clock")] {
      try await withKnownIssue {
        try await clock.sleep(for: .seconds(1))
      } matching: { issue in
        issue.description.contains("'\(name).")
      }
    }
  }

  @Test func unimplementedClockReportsEachUse() async {
    let clock: any Clock<Duration> = .unimplemented()
    await withKnownIssue {
      try? await clock.sleep(for: .seconds(1))
    } matching: { issue in
      issue.description.contains("of an unimplemented clock was used")
        && issue.sourceLocation?.fileID == "ClocksTests/ClocksTests.swift"
    }
    withKnownIssue { _ = clock.minimumResolution }
  }

  // MARK: Any

  @Test func anyClockHandsOn() async throws {
    let base = TestClock()
    await base.advance(by: .seconds(7))
    let clock = AnyClock(base)
    #expect(clock.now.offset == .zero)
    #expect(clock.minimumResolution == base.minimumResolution)
    let start = clock.now
    let task = Task { try await clock.sleep(until: start.advanced(by: .seconds(2))) }
    await base.arrival()
    await base.advance(by: .seconds(2))
    try await task.value
    #expect(start.duration(to: clock.now) == .seconds(2))
    #expect(base.now.offset == .seconds(9))
  }

  // MARK: Timer

  @Test func timerTicksAtEachInterval() async {
    let clock = TestClock()
    let log = LockedTexts()
    let existential: any Clock<Duration> = clock
    let task = Task {
      for await _ in existential.timer(interval: .seconds(2)) { log.append("\(clock.now.offset)") }
      log.append("end")
    }
    await clock.arrival()
    await clock.advance(by: .seconds(1))
    #expect(log.all == [])
    await clock.advance(by: .seconds(5))
    #expect(log.all == ["2.0 seconds", "4.0 seconds", "6.0 seconds"])
    task.cancel()
    await task.value
    #expect(log.all.last == "end")
  }

  @Test(arguments: [Duration.seconds(400 * 86_400), .seconds(Int64.max / 4)])
  func timerLeavesOutAnyNumberOfTicksAtOnce(pause: Duration) async {
    let clock = ImmediateClock()
    let interval = Duration.milliseconds(3)
    var iterator = clock.timer(interval: interval).makeAsyncIterator()
    #expect(await iterator.next()?.offset == interval)
    try? await clock.sleep(for: pause)
    let paused = clock.now
    guard let next = await iterator.next() else {
      Issue.record("The timer ended.")
      return
    }
    #expect(next.offset - paused.offset <= interval)
    #expect(next.offset >= paused.offset)
  }

  @Test func timerLeavesOutTicksItMissed() async {
    let clock = ImmediateClock()
    var iterator = clock.timer(interval: .seconds(2)).makeAsyncIterator()
    #expect(await iterator.next()?.offset == .seconds(2))
    try? await clock.sleep(for: .seconds(5))
    #expect(clock.now.offset == .seconds(7))
    #expect(await iterator.next()?.offset == .seconds(8))
  }

  @Test func anIntervalOfZeroTicksAtOnce() async {
    let clock = ImmediateClock()
    var iterator = clock.timer(interval: .zero).makeAsyncIterator()
    try? await clock.sleep(for: .seconds(1))
    for _ in 0..<3 { #expect(await iterator.next() != nil) }
  }
}
