import Glibc
import Testing

@testable import TraceRecording

struct RecordingProgressTests {
  typealias Reaction = RecordingProgress.Reaction

  private static let signals = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT,
  ]

  private func reactions(
    in progress: RecordingProgress, from origin: ReceivedSignal.Origin, leadsSession: Bool = false
  ) -> [Int32: Reaction] {
    Dictionary(
      uniqueKeysWithValues: Self.signals.map { number in
        var copy = progress
        return (
          number,
          copy.receive(
            ReceivedSignal(number: number, origin: origin), leadsSession: leadsSession)
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

  @Test(arguments: [ReceivedSignal.Origin.terminal, .process], [true, false])
  func beforeTheProgramRunsEverythingIsUndone(origin: ReceivedSignal.Origin, leads: Bool) {
    #expect(
      reactions(in: RecordingProgress(), from: origin, leadsSession: leads) == [
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
    // The leader of a session is alone in being told of a hang-up.
    expected[SIGHUP] = .forward
    #expect(reactions(in: running, from: .terminal, leadsSession: true) == expected)
  }

  @Test(arguments: [SIGINT, SIGQUIT, SIGTERM], [SIGINT, SIGQUIT, SIGTERM])
  func completingTheTraceIsGivenUpAtTheSecondRequest(first: Int32, second: Int32) {
    var progress = finished
    #expect(
      progress.receive(ReceivedSignal(number: first, origin: .terminal), leadsSession: false)
        == .ask)
    #expect(progress.end == .complete)
    #expect(
      progress.receive(ReceivedSignal(number: second, origin: .process), leadsSession: false)
        == .giveUp)
    #expect(progress.end == .givenUp(signal: second))
  }

  @Test func theLossOfTheTerminalDoesNotKeepTheTraceFromBeingCompleted() {
    var progress = finished
    for _ in 1...3 {
      #expect(
        progress.receive(ReceivedSignal(number: SIGHUP, origin: .terminal), leadsSession: true)
          == .ignore)
    }
    #expect(progress.end == .complete)
  }

  @Test func aRecordingBreaksOffWithItsDaemon() {
    var progress = running
    progress.daemonEnded()
    progress.programEnded()
    #expect(progress.end == .brokenOff)

    progress = finished
    progress.couldNotStop()
    #expect(progress.end == .brokenOff)
  }

  @Test(arguments: [
    (Int32(0), ExitReason.exited(0)), (3 << 8, .exited(3)), (255 << 8, .exited(255)),
    (SIGTERM, .killed(signal: SIGTERM)), (SIGSEGV | 0x80, .killed(signal: SIGSEGV)),
  ])
  func readsWaitStatuses(status: Int32, reason: ExitReason) {
    #expect(ExitReason(waitStatus: status) == reason)
  }
}
