import CompanionSupport
import ComposableCore
import TestSupport
import Testing

@testable import Signpost

@Suite struct IntervalTests {
  private let recorder = SignpostRecorder()
  private let signposter = Signposter(subsystem: "app", category: "network")

  private var outcomes: [SignpostIntervalOutcome] {
    recorder.events.compactMap { event in
      if case .intervalEnd(_, _, let outcome, _) = event { outcome } else { nil }
    }
  }

  private struct Failure: Error {}

  // MARK: - Around code

  @Test func anErrorEndsTheIntervalAndKeepsItsType() async {
    await recorder.record {
      do throws(Failure) {
        try signposter.withIntervalSignpost("fetch") { () throws(Failure) in throw Failure() }
      } catch {
        let _: Failure = error
      }
      do throws(Failure) {
        try await signposter.withIntervalSignpost("fetch") { () async throws(Failure) in
          throw Failure()
        }
      } catch {
        let _: Failure = error
      }
    }
    #expect(outcomes == [.failed, .failed])
  }

  @Test func whatTheCodeReturnsIsReturned() async {
    struct OnlyOne: ~Copyable { let value: Int }
    await recorder.record {
      let first = signposter.withIntervalSignpost("fetch") { OnlyOne(value: 1) }
      let second = await signposter.withIntervalSignpost("fetch") {
        await Task.yield()
        return OnlyOne(value: 2)
      }
      #expect(first.value == 1)
      #expect(second.value == 2)
    }
    #expect(outcomes == [.finished, .finished])
  }

  @Test func cancellationIsNoFailure() async {
    await recorder.record {
      try? signposter.withIntervalSignpost("fetch") { throw CancellationError() }
      let gates = Gates()
      let task = Task {
        try await signposter.withIntervalSignpost("fetch") {
          await gates.pass("answer")
          // A client may turn the cancellation into another error.
          throw Failure()
        }
      }
      await gates.arrival(at: "answer")
      task.cancel()
      _ = await task.result
    }
    #expect(outcomes == [.cancelled, .cancelled])
  }

  @Test func codeThatReturnsAfterItsCancellationIsFinished() async {
    await recorder.record {
      let gates = Gates()
      let task = Task {
        await signposter.withIntervalSignpost("fetch") { await gates.pass("answer") }
      }
      await gates.arrival(at: "answer")
      task.cancel()
      await task.value
    }
    #expect(outcomes == [.finished])
  }

  @MainActor
  @Test func theCodeRunsWhereItsCallerRuns() async {
    final class NotSendable { var value = 0 }
    let counter = NotSendable()
    await recorder.record {
      await signposter.withIntervalSignpost("count") {
        MainActor.assertIsolated()
        counter.value += 1
        await Task.yield()
        MainActor.assertIsolated()
        counter.value += 1
      }
    }
    #expect(counter.value == 2)
    actor Account {
      var balance = 0
      func deposit(_ signposter: Signposter) async -> Int {
        await signposter.withIntervalSignpost("deposit") {
          balance += 1
          await Task.yield()
          return balance
        }
      }
    }
    let balance = await recorder.record { await Account().deposit(signposter) }
    #expect(balance == 1)
    #expect(outcomes == [.finished, .finished])
  }

  // MARK: - States

  @Test func anIntervalThatNobodyHeardBeginDoesNotEnd() {
    let state = signposter.beginInterval("fetch")
    recorder.record {
      signposter.endInterval("fetch", state)
      signposter.endInterval("fetch", state)
    }
    #expect(recorder.events.isEmpty)
  }

  @Test func theEndIsHeardWhereTheBeginWas() {
    let state = recorder.record { signposter.beginInterval("fetch") }
    let other = SignpostRecorder()
    other.record { signposter.endInterval("fetch", state, "late") }
    #expect(other.events.isEmpty)
    #expect(
      recorder.events.last
        == .intervalEnd(interval: 1, name: "fetch", outcome: .finished, message: "late"))
  }

  @Test func anIntervalEndsAsAbandonedWhenTheLastCopyOfItsStateGoes() {
    recorder.record {
      var states = [signposter.beginInterval("fetch")]
      states.append(states[0])
      states.removeFirst()
      #expect(outcomes == [])
      states.removeFirst()
    }
    #expect(outcomes == [.abandoned])
  }

  // MARK: - Misuse

  @Test func aSecondEndIsReportedOnce() {
    let issues = IssueCounter()
    withIssueReporters([issues]) {
      recorder.record {
        let state = signposter.beginInterval("fetch")
        signposter.endInterval("fetch", state, "first")
        #expect(issues.messages.isEmpty)
        for _ in 0..<3 { signposter.endInterval("fetch", state, "further") }
      }
    }
    #expect(issues.messages.count == 1)
    #expect(
      issues.messages.first?.hasPrefix(
        #"The interval "fetch" of the signposter ("app", "network") was ended more than once."#)
        == true)
    #expect(
      recorder.events.dropFirst() == [
        .intervalEnd(interval: 1, name: "fetch", outcome: .finished, message: "first")
      ])
  }

  @Test func endsAtTheSameTimeAreReportedOnce() async {
    let issues = IssueCounter()
    await withIssueReporters([issues]) {
      await recorder.record {
        let state = signposter.beginInterval("fetch")
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<32 { group.addTask { signposter.endInterval("fetch", state) } }
        }
      }
    }
    #expect(issues.messages.count == 1)
    #expect(outcomes == [.finished])
  }

  @Test func anotherNameIsReportedAndEndsTheIntervalAsWhatItIs() {
    let issues = IssueCounter()
    withIssueReporters([issues]) {
      recorder.record {
        let one = signposter.beginInterval("one")
        let other = signposter.beginInterval("other")
        signposter.endInterval("one", other)
        signposter.endInterval("other", one)
      }
    }
    #expect(issues.messages.count == 2)
    #expect(issues.messages.first?.contains(#"was ended under the name "one""#) == true)
    #expect(
      recorder.events.dropFirst(2) == [
        .intervalEnd(interval: 2, name: "other", outcome: .finished, message: ""),
        .intervalEnd(interval: 1, name: "one", outcome: .finished, message: ""),
      ])
  }

  @Test func anotherSignposterIsReportedOnceAndEndsTheIntervalAsWhatItIs() {
    let issues = IssueCounter()
    let other = Signposter(subsystem: "app", category: "disk")
    withIssueReporters([issues]) {
      recorder.record {
        let state = signposter.beginInterval("fetch")
        other.endInterval("wrong as well", state)
      }
    }
    #expect(issues.messages.count == 1)
    #expect(issues.messages.first?.contains(#"by the signposter ("app", "disk")"#) == true)
    #expect(outcomes == [.finished])
  }

  /// A program does not end by a reporter that traps only while it is recorded.
  @Test func endInterval_misuseWithoutARecorder_isNotReported() throws {
    let issues = IssueCounter()
    let interval = SignpostInterval(
      number: 1, id: .exclusive, source: try #require(signposter.source),
      name: CStringConstant("fetch"), sink: SignpostSink(recorder: nil))
    let state = SignpostIntervalState(OpenInterval(interval))
    withIssueReporters([issues]) {
      signposter.endInterval("other", state)
      signposter.endInterval("fetch", state)
    }
    #expect(issues.messages.isEmpty)
  }

  @Test func aSignposterOfTheSameNamesIsTheSame() {
    recorder.record {
      let state = signposter.beginInterval("fetch")
      Signposter(subsystem: "app", category: "network").endInterval("fetch", state)
    }
    #expect(outcomes == [.finished])
  }
}

/// Collects issues instead of failing the test.
private final class IssueCounter: IssueReporter {
  private let collected = Locked<[String]>([])

  var messages: [String] { collected.withLock { $0 } }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let message = message() ?? ""
    collected.withLock { $0.append(message) }
  }
}
