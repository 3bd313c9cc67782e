import Glibc
import Testing

@testable import SignpostTool

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

  private func finished(_ reason: ExitReason) -> RecordingProgress {
    var progress = running
    progress.programEnded(reason)
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

  @Test func aSignalSentToSignpostGoesToTheProgram() {
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
    var progress = finished(.exited(0))
    #expect(
      progress.receive(ReceivedSignal(number: first, origin: .terminal), leadsSession: false)
        == .ask)
    #expect(progress.exitCode == 0)
    #expect(
      progress.receive(ReceivedSignal(number: second, origin: .process), leadsSession: false)
        == .giveUp)
    #expect(progress.exitCode == 128 + second)
    #expect(!progress.isComplete)
  }

  @Test func theLossOfTheTerminalDoesNotKeepTheTraceFromBeingCompleted() {
    var progress = finished(.exited(0))
    for _ in 1...3 {
      #expect(
        progress.receive(ReceivedSignal(number: SIGHUP, origin: .terminal), leadsSession: true)
          == .ignore)
    }
    #expect(progress.isComplete)
  }

  @Test func theExitCodeIsTheProgramsWhenItFailed() {
    #expect(finished(.exited(0)).exitCode == 0)
    #expect(finished(.exited(3)).exitCode == 3)
    #expect(finished(.killed(signal: SIGSEGV)).exitCode == 139)

    for reason in [ExitReason.exited(3), .killed(signal: SIGKILL)] {
      var progress = finished(reason)
      progress.daemonEnded()
      #expect(progress.exitCode == reason.shellCode)
    }
  }

  @Test func aSuccessfulProgramDoesNotHideThatTheRecordingBrokeOff() {
    var progress = running
    progress.daemonEnded()
    progress.programEnded(.exited(0))
    #expect(progress.exitCode == 74)
    #expect(!progress.isComplete)

    progress = finished(.exited(0))
    progress.couldNotStop()
    #expect(progress.exitCode == 74)
  }

  @Test(arguments: [
    (Int32(0), ExitReason.exited(0)), (3 << 8, .exited(3)), (255 << 8, .exited(255)),
    (SIGTERM, .killed(signal: SIGTERM)), (SIGSEGV | 0x80, .killed(signal: SIGSEGV)),
  ])
  func readsWaitStatuses(status: Int32, reason: ExitReason) {
    #expect(ExitReason(waitStatus: status) == reason)
  }
}
