import Glibc
import RecordingManifests
import SystemSupport

/// After the program has ended: completes the trace, and reports losses.
extension Recording {
  /// Completes the trace; returns LTTng's losses, nil if they are unknown.
  mutating func finish(
    _ session: RecordingSession, daemon: SessionDaemon, watchdog: Watchdog, keeper: SessionKeeper
  ) -> SessionKeeper.Losses? {
    // Orphans of LTTng's daemon must be reaped here, independent of process 1.
    supervisor.adoptOrphans()
    // The daemon may have died before the program, or at the same time.
    if let pid = daemon.pid, supervisor.exitReason(of: pid) != nil {
      progress.ended(.sessionDaemon)
    }
    guard progress.deadWriter == nil else { return nil }
    daemon.children.forEach { watchdog.take(child: $0) }
    if relay != nil {
      finishAtRelay(session, daemon: daemon, watchdog: watchdog)
      return relay.map {
        SessionKeeper.Losses(
          discardedEvents: $0.discardedEvents ?? 0, lostPackets: $0.lostPackets ?? 0)
      }
    }

    let completion: SessionKeeper.Completion
    do throws(CompletionGivenUp) {
      completion = try keeper.complete { (signal) throws(CompletionGivenUp) in
        try progress.handleAfterEnd(signal, emit: emit)
      }
    } catch {
      return nil
    }
    progress.ended(with: completion)
    guard completion.answer.succeeded else { return nil }
    switch daemon.place {
    case .home, .namespace:
      // The daemon would take half a second to destroy a session that is on disk already.
      if completion.isComplete { watchdog.drained() }
    case .serving:
      session.leave(watchdog: watchdog, emit: emit)
    }
    return completion.losses
  }

  func report(_ program: TracedProgram, _ reason: ExitReason) {
    switch reason {
    case .killed(let signal):
      emit(.note("\(program.name) was killed by \(signalName(signal))"))
    case .exited(let code) where code != 0:
      detail("\(program.name) exited with code \(code)")
    default: break
    }
    progress.reportDeath(emit: emit)
  }

  /// Reports the processes that LTTng could not record, and the errors of its daemon if the
  /// recording failed or lost events.
  mutating func reportErrors(_ keeper: SessionKeeper, losses: SessionKeeper.Losses?) {
    let log = keeper.session.client.daemon.log
    let end = progress.end
    // If the recording broke off, any part of the traces may be missing.
    if end == .complete, relay == nil {
      let untraced = UntracedProcesses(trace: keeper.session.directory)
      if let message = untraced.message(log: log) { emit(.problem(message)) }
      let isKnown = !untraced.names.isEmpty || keeper.manifest.late != nil
      if isKnown, untraced.areAll { progress.nothingWasRecorded() }
    }
    keeper.quoteDaemon(after: end, losses: losses)
  }
}
