import ComposableCombineSchedulers
import ComposableConcurrencyExtras
import Dispatch
import Foundation
import TestSupport
import Testing

@MainActor
@Suite struct SchedulersTests {
  @Test func advancingLetsTasksRun() async {
    let scheduler = DispatchQueue.test
    let log = LockedTexts()
    let task = Task {
      for number in 1...3 {
        try await scheduler.sleep(for: .seconds(1))
        log.append("\(number)")
      }
    }
    await scheduler.arrival()
    await scheduler.advance(by: .milliseconds(999))
    #expect(log.all == [])
    await scheduler.advance(by: .milliseconds(1))
    #expect(log.all == ["1"])
    await scheduler.advance(by: 2)
    #expect(log.all == ["1", "2", "3"])
    _ = await task.result
  }

  @Test func workIsRepeatedUntilItIsCancelled() async {
    let scheduler = DispatchQueue.test
    let log = LockedTexts()
    let work = scheduler.eraseToAnyScheduler()
      .schedule(after: scheduler.now.advanced(by: .seconds(2)), interval: .seconds(1)) {
        log.append("tick")
      }
    await scheduler.advance(by: .milliseconds(1999))
    #expect(log.all == [])
    await scheduler.advance(by: .milliseconds(2001))
    #expect(log.all == ["tick", "tick", "tick"])
    work.cancel()
    await scheduler.advance(by: .seconds(5))
    #expect(log.all.count == 3)
  }

  @Test func cancel_repeatedWork_releasesIt() async {
    final class Owner: Sendable {}
    weak var owner: Owner?
    let scheduler = DispatchQueue.test
    do {
      let kept = Owner()
      owner = kept
      let work = scheduler.schedule(after: scheduler.now, interval: .seconds(1)) {
        withExtendedLifetime(kept) {}
      }
      await scheduler.advance(by: .seconds(2))
      work.cancel()
    }
    #expect(owner == nil)
  }

  @Test func immediateSchedulersDoRepeatedWorkOnce() {
    let log = LockedTexts()
    let scheduler = DispatchQueue.immediate
    _ = scheduler.schedule(after: scheduler.now, interval: .seconds(1)) { log.append("tick") }
    #expect(log.all == ["tick"])
  }

  @Test func schedule_resultOfRepeatedWorkIsReleased_cancelsIt() async throws {
    let log = LockedTexts()
    let scheduler = DispatchQueue.test
    _ = scheduler.schedule(after: scheduler.now, interval: .seconds(1)) { log.append("tick") }
    #expect(scheduler.workCount == 0)
    await scheduler.advance(by: .seconds(5))
    #expect(log.all == [])
    let queue = DispatchQueue(label: "releases repeated work")
    queue.suspend()
    _ = queue.schedule(after: queue.now.advanced(by: .milliseconds(1)), interval: 1) {
      log.append("tick")
    }
    queue.resume()
    try await queue.sleep(for: .milliseconds(5))
    #expect(log.all == [])
  }

  @Test func runningGoesOnUntilNothingIsLeft() async {
    let scheduler = RunLoop.test
    let start = scheduler.now
    let task = Task {
      for _ in 0..<10 { try await scheduler.sleep(for: 0.5) }
    }
    await scheduler.arrival()
    await scheduler.run()
    _ = await task.result
    #expect(start.date == Date(timeIntervalSince1970: 0))
    #expect(start.distance(to: scheduler.now) == .seconds(5))
  }

  @Test func timersTickUntilTheyAreCancelled() async {
    let scheduler = DispatchQueue.test
    let mainQueue = scheduler.eraseToAnyScheduler()
    let start = mainQueue.now
    let log = LockedTexts()
    let task = Task {
      for await instant in mainQueue.timer(interval: .seconds(2)) {
        log.append("\(start.distance(to: instant).timeInterval)")
      }
    }
    await scheduler.arrival()
    await scheduler.advance(by: .seconds(5))
    #expect(log.all == ["2.0", "4.0"])
    task.cancel()
    await task.value
    await scheduler.advance(by: .seconds(5))
    #expect(log.all.count == 2)
  }

  @Test func timer_ofAnImmediateScheduler_ticksOnce() async {
    let ticks = LockedTexts()
    let task = Task {
      for await _ in DispatchQueue.immediate.timer(interval: .seconds(1)) { ticks.append("tick") }
    }
    await Task.megaYield()
    task.cancel()
    await task.value
    #expect(ticks.all == ["tick"])
  }

  @Test func schedule_ofRepeatedWorkAtOneInstant_keepsTheOrder() {
    let scheduler = DispatchQueue.test
    let log = LockedTexts()
    let first = scheduler.schedule(after: scheduler.now, interval: .seconds(1)) { log.append("1") }
    let second = scheduler.schedule(after: scheduler.now, interval: .seconds(2)) {
      log.append("42")
    }
    defer {
      first.cancel()
      second.cancel()
    }
    scheduler.advance()
    scheduler.advance(by: .seconds(2))
    #expect(log.all == ["1", "42", "1", "1", "42"])
  }

  @Test func sleepsEndWhenTheyAreCancelled() async {
    let scheduler = DispatchQueue.test
    let task = Task { try await scheduler.sleep(for: .seconds(1)) }
    await scheduler.arrival()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await scheduler.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  @Test func sleep_isCancelled_leavesNoWork() async {
    let scheduler = DispatchQueue.test
    let mainQueue = scheduler.eraseToAnyScheduler()
    let start = scheduler.now
    let tasks = [
      Task { try await scheduler.sleep(for: .seconds(5)) },
      Task { try await mainQueue.sleep(for: .seconds(5)) },
    ]
    await scheduler.arrival(of: 2)
    for task in tasks { task.cancel() }
    #expect(scheduler.workCount == 0)
    await scheduler.run()
    #expect(scheduler.now == start)
    for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
  }

  @Test func immediateSchedulersDoNotWait() async throws {
    let mainQueue = AnySchedulerOf<DispatchQueue>.immediate
    let mainRunLoop = RunLoop.immediate.eraseToAnyScheduler()
    try await mainQueue.sleep(for: .seconds(1_000))
    try await mainRunLoop.sleep(until: mainRunLoop.now.advanced(by: 1_000))
    let log = LockedTexts()
    mainQueue.schedule(after: mainQueue.now.advanced(by: 5)) { log.append("done") }
    #expect(log.all == ["done"])
  }

  @Test func workIsDoneInTheOrderOfItsTimes() async {
    let scheduler = DispatchQueue.test
    let log = LockedTexts()
    scheduler.schedule(after: scheduler.now.advanced(by: 2)) { log.append("two") }
    scheduler.schedule(after: scheduler.now.advanced(by: 1)) {
      log.append("one")
      scheduler.schedule { log.append("at once") }
    }
    await scheduler.advance(to: scheduler.now.advanced(by: 2))
    #expect(log.all == ["one", "at once", "two"])
  }

  @Test func advance_toAnInstant_performsTheWorkUntilThen() {
    let scheduler = DispatchQueue.test
    let log = LockedTexts()
    let start = scheduler.now
    scheduler.schedule(after: .seconds(1)) { log.append("one") }
    scheduler.schedule(after: .seconds(2)) { log.append("two") }
    scheduler.advance(to: start.advanced(by: 1))
    #expect(log.all == ["one"])
    scheduler.advance(to: start)
    #expect(start.distance(to: scheduler.now) == 1)
  }

  nonisolated static let fractions = [0.1, 0.2, 0.3, 0.6, 0.7, 1.1, 1.4]

  @Test(arguments: fractions)
  func advance_byTheIntervalOfWork_performsIt(seconds: Double) async throws {
    func test<Base>(_ scheduler: TestSchedulerOf<Base>) async throws {
      let interval = SchedulerInterval.seconds(seconds)
      let log = LockedTexts()
      let repeated = scheduler.schedule(
        after: scheduler.now.advanced(by: interval), interval: interval
      ) {
        log.append("repeated")
      }
      scheduler.schedule(after: scheduler.now.advanced(by: interval)) { log.append("at") }
      scheduler.schedule(after: interval.duration) { log.append("after") }
      let sleep = Task { try await scheduler.sleep(for: interval) }
      await scheduler.arrival(of: 4)
      await scheduler.advance(by: interval)
      #expect(log.all == ["repeated", "at", "after"])
      try #require(scheduler.workCount == 1)
      try await sleep.value
      await scheduler.advance(by: interval)
      #expect(log.all.count == 4)
      repeated.cancel()
    }
    try await test(RunLoop.test)
    try await test(DispatchQueue.test)
    try await test(TestSchedulerOf<RunLoop>(now: .init(Date())))
  }

  @Test(arguments: fractions)
  func advance_bySumOfIntervals_performsAllWork(seconds: Double) {
    func test<Base>(_ scheduler: TestSchedulerOf<Base>) {
      let log = LockedTexts()
      let repeated = scheduler.schedule(
        after: scheduler.now.advanced(by: .seconds(seconds)), interval: .seconds(seconds)
      ) {
        log.append("repeated")
      }
      scheduler.advance(by: .seconds(seconds * 100))
      #expect(log.all.count == 100)
      repeated.cancel()
    }
    test(RunLoop.test)
    test(DispatchQueue.test)
  }

  @Test func unimplementedScheduler_whenUsed_reports() {
    let scheduler = AnySchedulerOf<DispatchQueue>.unimplemented("the queue")
    withKnownIssue {
      scheduler.schedule {}
    } matching: {
      $0.description.contains("'schedule' of an unimplemented scheduler was used: the queue")
    }
  }

  @Test func mainQueueWaits() async throws {
    try await AnySchedulerOf<DispatchQueue>.main.sleep(for: .milliseconds(1))
    try await AnySchedulerOf<RunLoop>.main.sleep(for: .milliseconds(1))
    let before = Date()
    #expect(AnySchedulerOf<RunLoop>.main.now.date >= before)
  }

  @Test func intervalsAreNumbersOfSeconds() {
    #expect((1 as SchedulerInterval) == .milliseconds(1_000))
    #expect((0.25 as SchedulerInterval) == .microseconds(250_000))
    #expect(SchedulerInterval.seconds(1) - .seconds(3) == -2)
    #expect((-2 as SchedulerInterval).magnitude == 2)
    #expect(SchedulerInterval.seconds(2) * 3 == .seconds(6))
    #expect(SchedulerInterval.nanoseconds(5) < .seconds(0.5))
  }

  @Test func instantsHaveDistances() {
    let start = DispatchQueue.SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1_000))
    for interval: SchedulerInterval in [0, 1, 0.5, .nanoseconds(-1_000)] {
      #expect(start.distance(to: start.advanced(by: interval)) == interval)
    }
    // Nothing before the beginning and after the end of Dispatch's time.
    #expect(start.advanced(by: .seconds(-1)).dispatchTime.uptimeNanoseconds == 0)
    #expect(start.advanced(by: .seconds(Int.max)) > start)
    let date = RunLoop.SchedulerTimeType(Date(timeIntervalSince1970: 1_000))
    #expect(date.advanced(by: 2.5).date == Date(timeIntervalSince1970: 1_002.5))
    #expect(date.distance(to: date.advanced(by: -2.5)) == -2.5)
    let tenth = (1...100).reduce(date) { date, _ in date.advanced(by: 0.1) }
    #expect(date.distance(to: tenth) == 10)
    let close = RunLoop.SchedulerTimeType(date.date.addingTimeInterval(2e-7))
    #expect(close == date && close.hashValue == date.hashValue && !(date < close))
  }
}
