import Glibc
import SystemSupport

/// The target of a live session: a program that was started for it, or a process that ran before.
package final class LiveTarget {
  package let pid: pid_t
  /// Whether the program was started for the session, and ends with it.
  package let isOurs: Bool
  private let output: ProgramOutput?
  private let supervisor: ProcessSupervisor
  private let session: RecordingSession
  private let daemons: [pid_t]

  /// The time in which a program has to end after a request.
  private static let patience = Duration.seconds(5)

  init(
    pid: pid_t, isOurs: Bool, output: ProgramOutput?, supervisor: ProcessSupervisor,
    session: RecordingSession, daemons: [pid_t]
  ) {
    self.pid = pid
    self.isOurs = isOurs
    self.output = output
    self.supervisor = supervisor
    self.session = session
    self.daemons = daemons
  }

  /// The file of the program's output, nil for a process that ran before.
  package var outputPath: String? { output?.path }

  /// How the program ended, nil while it runs, and for a process that ran before.
  package var exitReason: ExitReason? { isOurs ? supervisor.exitReason(of: pid) : nil }

  /// Whether the program runs.
  package var isRunning: Bool {
    if isOurs { return supervisor.exitReason(of: pid) == nil }
    return !hasEnded(pid)
  }

  /// Whether the daemons of the session run.
  package var isRecorded: Bool {
    daemons.allSatisfy { supervisor.exitReason(of: $0) == nil }
  }

  /// Requests the program to end, and kills it after a while.
  private func endProgram(_ emit: (RecordingMessage) -> Void) {
    guard isOurs, supervisor.exitReason(of: pid) == nil else { return }
    // The group of the program includes the processes that a shell has started.
    kill(-pid, SIGTERM)
    kill(-pid, SIGCONT)
    let deadline = Deadline(after: Self.patience)
    var isAnnounced = false
    let announcement = Deadline(after: .milliseconds(500))
    while supervisor.exitReason(of: pid) == nil, !deadline.hasPassed {
      switch supervisor.nextEvent(watching: [pid], until: Deadline(after: .milliseconds(50))) {
      case .signal(let signal) where [SIGINT, SIGTERM, SIGQUIT, SIGHUP].contains(signal.number):
        kill(-pid, SIGKILL)
      default: break
      }
      if announcement.hasPassed, !isAnnounced {
        isAnnounced = true
        emit(.note("waiting for the program to end; Ctrl-C kills it"))
      }
    }
    guard supervisor.exitReason(of: pid) == nil else { return }
    emit(.note("the program did not end on SIGTERM, and was killed"))
    kill(-pid, SIGKILL)
    while supervisor.exitReason(of: pid) == nil {
      _ = supervisor.nextEvent(watching: [pid], until: Deadline(after: .milliseconds(100)))
    }
  }

  func finish(_ emit: (RecordingMessage) -> Void) {
    endProgram(emit)
    // A session of a private daemon ends with the daemon.
    if !isOurs, isRecorded { _ = session.destroy() }
    if let output, output.keepIfUsed() {
      emit(.note("the program's output is in \(output.path)"))
    }
  }
}
