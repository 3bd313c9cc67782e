import Glibc
import TraceSchema

/// While the program runs: its signals, its end, and the processes that write the trace.
extension Recording {
  mutating func wait(
    for program: TracedProgram, daemon: SessionDaemon, keeper: SessionKeeper
  ) -> ExitReason {
    var watched: Set<pid_t> = [program.pid]
    if let pid = daemon.pid { watched.insert(pid) }
    let consumers = options.blocking && daemon.isPrivate ? daemon.children : []
    while true {
      let look = [consumers.isEmpty ? nil : .seconds(1), keeper.interval].compactMap(\.self).min()
        .map { Deadline(after: $0) }
      switch supervisor.nextEvent(watching: watched, until: look) {
      case .exited(program.pid, let reason):
        progress.programEnded()
        detail("\(program.name) is gone")
        return reason
      case .exited(let other, _):
        watched.remove(other)
        progress.daemonEnded()
      case .signal(let signal)
      where options.flight != nil && [SIGUSR1, SIGUSR2].contains(signal.number):
        let cause: RecordingManifest.Snapshot.Cause =
          signal.number == SIGUSR1 ? .signal : .command
        if !progress.daemonDied { keeper.takeSnapshot(cause) }
      case .signal(let signal):
        pass(signal, to: program)
      case .timeout:
        guard !progress.daemonDied else { continue }
        if !consumers.isEmpty { endUnlessAll(consumers, live: daemon) }
        keeper.look()
      }
    }
  }

  /// Gives the recording up if nobody empties the buffers any more.
  ///
  /// A program that waits for room would wait for each of its events as long as it may. LTTng's daemon
  /// lets it; but a program whose daemon is gone stops tracing.
  private func endUnlessAll(_ consumers: [pid_t], live daemon: SessionDaemon) {
    guard let pid = daemon.pid,
      consumers.contains(where: { [nil, "Z"].contains(ProcessStatus(of: $0)?.state) })
    else { return }
    tell(.problem("LTTng's consumer died, which writes the trace; the program goes on untraced."))
    kill(pid, SIGKILL)
  }

  private mutating func pass(_ signal: ReceivedSignal, to program: TracedProgram) {
    switch progress.receive(signal, leadsSession: leadsSession) {
    // A shell continues the whole group; only what is still stopped did not hear of it.
    case .forward where signal.number == SIGCONT && !program.isStopped: break
    case .forward: program.send(signal.number)
    case .stopSelf: raise(SIGSTOP)
    case .forwardAndStopSelf:
      program.send(signal.number)
      raise(SIGSTOP)
    default: break
    }
  }
}
