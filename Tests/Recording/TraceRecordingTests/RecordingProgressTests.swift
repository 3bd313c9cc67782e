import Glibc
import SystemSupport
import Testing

@testable import TraceRecording

struct RecordingProgressTests {
  typealias Reaction = RecordingProgress.Reaction

  private static let signals = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT,
  ]

  private func reactions(
    in progress: RecordingProgress, from origin: ReceivedSignal.Origin, sharesGroup: Bool = true
  ) -> [Int32: Reaction] {
    Dictionary(
      uniqueKeysWithValues: Self.signals.map { number in
        var copy = progress
        return (
          number,
          copy.receive(
            ReceivedSignal(number: number, origin: origin), sharesGroup: sharesGroup)
        )
      })
  }

  private var running: RecordingProgress {
    var progress = RecordingProgress()
    progress.programStarted()
    return progress
  }

  private var finished: RecordingProgress {
    var progress = running
    progress.programEnded()
    return progress
  }

  @Test(arguments: [ReceivedSignal.Origin.terminal, .group, .process], [true, false])
  func beforeTheProgramRunsEverythingIsUndone(origin: ReceivedSignal.Origin, shares: Bool) {
    #expect(
      reactions(in: RecordingProgress(), from: origin, sharesGroup: shares) == [
        SIGHUP: .cancel, SIGINT: .cancel, SIGQUIT: .cancel, SIGTERM: .cancel,
        SIGUSR1: .ignore, SIGUSR2: .ignore, SIGTSTP: .stopSelf, SIGCONT: .ignore,
      ])
  }

  @Test func aSignalSentToTheRecorderGoesToTheProgram() {
    #expect(
      reactions(in: running, from: .process) == [
        SIGHUP: .forward, SIGINT: .forward, SIGQUIT: .forward, SIGTERM: .forward,
        SIGUSR1: .forward, SIGUSR2: .forward, SIGTSTP: .forwardAndStopSelf, SIGCONT: .forward,
      ])
  }

  @Test func aKeyReachesTheProgramWithoutHelp() {
    var expected = Dictionary(uniqueKeysWithValues: Self.signals.map { ($0, Reaction.ignore) })
    expected[SIGTSTP] = .stopSelf
    #expect(reactions(in: running, from: .terminal) == expected)
    #expect(reactions(in: running, from: .group) == expected)
  }

  @Test func aProgramInAGroupOfItsOwnHasOnlyWhatIsPassedOn() {
    var expected = Dictionary(uniqueKeysWithValues: Self.signals.map { ($0, Reaction.forward) })
    expected[SIGTSTP] = .forwardAndStopSelf
    #expect(reactions(in: running, from: .group, sharesGroup: false) == expected)
    // As without the recorder, keys are for the group that has the terminal.
    #expect(
      reactions(in: running, from: .terminal, sharesGroup: false)
        == reactions(in: running, from: .terminal))
  }

  @Test(arguments: [SIGHUP, SIGINT, SIGQUIT, SIGTERM])
  func whatIsLeftBehindHasTheFirstSignalAndIsLeftAloneByTheSecond(number: Int32) {
    var progress = running
    progress.programLeftOthers()
    #expect(progress.receive(ReceivedSignal(number: SIGUSR1, origin: .process)) == .forward)
    #expect(progress.receive(ReceivedSignal(number: number, origin: .group)) == .forwardAndAsk)
    #expect(progress.receive(ReceivedSignal(number: number, origin: .group)) == .leave)
    #expect(progress.end == .complete)
  }

  @Test func whatIsIgnoredFromTheStartMeansSomethingToTheProgramAtMost() {
    let signal = ReceivedSignal(number: SIGINT, origin: .process, isIgnored: true)
    var (preparing, running, finished) = (RecordingProgress(), running, finished)
    #expect(preparing.receive(signal) == .ignore)
    #expect(running.receive(signal) == .forward)
    #expect(finished.receive(signal) == .ignore)
  }

  @Test(arguments: [SIGINT, SIGQUIT, SIGTERM], [SIGINT, SIGQUIT, SIGTERM])
  func completingTheTraceIsGivenUpAtTheSecondRequest(first: Int32, second: Int32) {
    var progress = finished
    #expect(
      progress.receive(ReceivedSignal(number: first, origin: .terminal))
        == .ask)
    #expect(progress.end == .complete)
    #expect(
      progress.receive(ReceivedSignal(number: second, origin: .process))
        == .giveUp)
    #expect(progress.end == .givenUp(signal: second))
  }

  @Test func theLossOfTheTerminalDoesNotKeepTheTraceFromBeingCompleted() {
    var progress = finished
    for _ in 1...3 {
      #expect(
        progress.receive(ReceivedSignal(number: SIGHUP, origin: .terminal)) == .ignore)
    }
    #expect(progress.end == .complete)
  }

  @Test func aRecordingBreaksOffWithItsDaemon() {
    var progress = running
    progress.ended(.sessionDaemon)
    progress.programEnded()
    #expect(progress.end == .brokenOff)

    progress = finished
    progress.couldNotStop()
    #expect(progress.end == .brokenOff)
  }

  private func isFailure(_ reason: ExitReason, after signals: Int32...) -> Bool {
    var progress = running
    for number in signals {
      _ = progress.receive(ReceivedSignal(number: number, origin: .process))
    }
    progress.programEnded()
    return progress.isFailure(reason)
  }

  @Test func isFailure_endWithoutRequest_isEachOtherThanSuccess() {
    #expect(!isFailure(.exited(0)))
    #expect(isFailure(.exited(1)))
    #expect(isFailure(.killed(signal: SIGSEGV)))
    #expect(isFailure(.killed(signal: SIGTERM)))
  }

  @Test func isFailure_requestedEnd_isNone() {
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
      #expect(!isFailure(.killed(signal: number), after: number))
      #expect(!isFailure(.exited(128 + number), after: number))
      #expect(isFailure(.killed(signal: SIGSEGV), after: number))
      #expect(isFailure(.killed(signal: SIGKILL), after: number))
    }
    #expect(!isFailure(.exited(3), after: SIGTERM))
  }

  @Test func isFailure_signalThatProgramsSurvive_doesNotExcuseLaterFailure() {
    #expect(isFailure(.exited(1), after: SIGHUP))
    #expect(isFailure(.exited(1), after: SIGINT, SIGHUP))
    #expect(isFailure(.killed(signal: SIGTERM), after: SIGUSR1))
  }

  @Test func isFailure_signalAfterTheEnd_isNoRequest() {
    var progress = finished
    _ = progress.receive(ReceivedSignal(number: SIGTERM, origin: .process))
    #expect(progress.isFailure(.killed(signal: SIGTERM)))
  }
}
