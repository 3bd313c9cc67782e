import Glibc
import Testing

@testable import TraceRecording

struct SignalLedgerTests {
  private var ledger = SignalLedger()
  private let start = ContinuousClock.now
  private var afterwards: ContinuousClock.Instant { start + SignalLedger.patience }

  private func arrival(_ number: Int32, from sender: pid_t = 7) -> SignalLedger.Arrival {
    SignalLedger.Arrival(number: number, sender: sender, isFromKernel: sender == 0)
  }

  @Test mutating func whatTheWitnessDoesNotHaveWasSentToTheRecorder() {
    ledger.receive(arrival(SIGTERM), at: start)
    #expect(ledger.next(at: start) { _ in false } == nil)
    #expect(ledger.next(at: afterwards) { _ in false } == arrival(SIGTERM))
    ledger.witness([SIGINT])
    #expect(ledger.resolve(SIGTERM) == [ReceivedSignal(number: SIGTERM, origin: .process)])
    #expect(ledger.due == nil)
    // Signals that the witness has received without the recorder count for nothing later.
    ledger.receive(arrival(SIGINT), at: start)
    #expect(ledger.resolve(SIGINT) == [ReceivedSignal(number: SIGINT, origin: .process)])
  }

  @Test mutating func whatIsSentBothWaysIsOne() {
    ledger.receive(arrival(SIGTERM), at: start)
    ledger.receive(arrival(SIGTERM), at: start)
    ledger.witness([SIGTERM, SIGCONT])
    #expect(ledger.resolve(SIGTERM) == [ReceivedSignal(number: SIGTERM, origin: .group)])
    #expect(ledger.resolve(SIGTERM).isEmpty)
    #expect(ledger.due == nil)
  }

  @Test mutating func aKeyIsNotWaitedFor() {
    ledger.receive(arrival(SIGINT, from: 0), at: start)
    #expect(ledger.next(at: start) { _ in true } == arrival(SIGINT, from: 0))
    ledger.witness([SIGINT])
    #expect(ledger.resolve(SIGINT) == [ReceivedSignal(number: SIGINT, origin: .terminal)])
    // A hang-up reaches the leader of a session only.
    ledger.receive(arrival(SIGHUP, from: 0), at: start)
    ledger.witness([])
    #expect(ledger.resolve(SIGHUP) == [ReceivedSignal(number: SIGHUP, origin: .process)])
  }

  @Test mutating func aSenderThatIsBusyIsWaitedForAWhile() {
    ledger.receive(arrival(SIGTERM), at: start)
    var now = start
    var looks = 0
    while ledger.next(at: now, isBusy: { _ in true }) == nil, looks < 1000 {
      now = now + .milliseconds(1)
      looks += 1
    }
    #expect(now == start + SignalLedger.longestPatience)
  }

  @Test func withoutAWitnessKeysAreTheTerminals() {
    func origin(_ number: Int32, from sender: pid_t, leads: Bool) -> ReceivedSignal.Origin {
      SignalLedger.assume(arrival(number, from: sender), leadsSession: leads).origin
    }
    #expect(origin(SIGINT, from: 0, leads: true) == .terminal)
    #expect(origin(SIGHUP, from: 0, leads: true) == .process)
    #expect(origin(SIGHUP, from: 0, leads: false) == .terminal)
    #expect(origin(SIGTERM, from: 7, leads: true) == .process)
  }
}
