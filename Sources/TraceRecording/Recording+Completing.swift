import Glibc

/// After the program ended: the trace is written to its end, and what was lost is reported.
extension Recording {
  private struct Surrender: Error {}

  /// Completes the trace; returns what LTTng says was lost.
  mutating func finish(
    _ session: RecordingSession, daemon: SessionDaemon, watchdog: Watchdog, keeper: SessionKeeper
  ) -> [String] {
    // What LTTng's daemon leaves behind is to be reaped here, whatever process 1 does.
    supervisor.adoptOrphans()
    // It may have died before the program, or at the same time.
    if let pid = daemon.pid, supervisor.exitReason(of: pid) != nil { progress.daemonEnded() }
    guard !progress.daemonDied else { return [] }
    daemon.children.forEach { watchdog.take(child: $0) }
    if relay != nil {
      finishAtRelay(session, daemon: daemon, watchdog: watchdog)
      return []
    }

    let answer: LTTngClient.Answer
    let unfinished: [String]
    do throws(Surrender) {
      answer =
        if let early = keeper.earlyStop { early } else {
          try session.stop { (signal) throws(Surrender) in try handleAfterEnd(signal) }
        }
      unfinished = answer.succeeded ? try waitForTraces(of: keeper, daemon: daemon) : []
    } catch {
      return []
    }
    if keeper.checkWrites() { progress.diskFilled() }
    guard answer.succeeded else {
      if isGone(daemon, client: session.client) {
        progress.daemonEnded()
      } else {
        progress.couldNotStop()
        tell(.problem("LTTng could not complete the trace:\n\(answer.complaint)"))
      }
      return []
    }
    if unfinished.isEmpty {
      detail("the trace is complete")
    } else {
      progress.couldNotStop()
      let list = unfinished.map { "\n  \($0)" }.joined()
      tell(
        .problem(
          "LTTng did not complete the traces of these processes, which may lack events:\(list)"))
    }
    keeper.didStop()
    switch daemon.place {
    case .home, .namespace:
      // The daemon would take half a second to forget a session that is on disk already.
      if unfinished.isEmpty { watchdog.drained() }
    case .serving, .system:
      leave(session, of: daemon, watchdog: watchdog)
    }
    return answer.warnings
  }

  /// A signal while the trace is being completed.
  private mutating func handleAfterEnd(_ signal: ReceivedSignal) throws(Surrender) {
    switch progress.receive(signal) {
    case .ask: tell(.note("completing the trace; once more to leave it incomplete"))
    case .giveUp:
      tell(.note("leaving the trace incomplete"))
      throw Surrender()
    case .stopSelf: raise(SIGSTOP)
    default: break
    }
  }

  /// Waits until LTTng is done with all processes that are gone.
  ///
  /// - Returns: The traces it is not done with after a time that no machine needs.
  private mutating func waitForTraces(
    of keeper: SessionKeeper, daemon: SessionDaemon
  ) throws(Surrender) -> [String] {
    let traces = UnfinishedTraces(
      directory: keeper.session.directory, candidates: daemon.children)
    let deadline = Deadline(after: keeper.patience(Self.patience))
    // What a process has left to others is written out five times meanwhile.
    var look = Deadline(after: .milliseconds(500))
    var pause = Duration.milliseconds(1)
    var isFirst = true
    while true {
      let unfinished = traces.find()
      if unfinished.isEmpty || deadline.hasPassed { return unfinished }
      if look.hasPassed {
        if traces.areHeldOpen { return [] }
        look = Deadline(after: .milliseconds(500))
      }
      if isFirst { detail("waiting until LTTng has completed the trace of \(unfinished[0])") }
      isFirst = false
      let event = supervisor.nextEvent(
        watching: Set([daemon.pid].compactMap(\.self)), until: Deadline(after: pause))
      switch event {
      case .signal(let signal): try handleAfterEnd(signal)
      // Nothing is written without it.
      case .exited: return unfinished
      case .timeout: pause = min(pause * 2, .milliseconds(20))
      }
    }
  }

  private static let patience = Duration.seconds(30)

  /// Takes the session out of a daemon that others may use.
  ///
  /// Root without namespaces has one daemon for all recordings: the first one starts it, and the
  /// last one to end takes it down. Looking for a legacy after one's own session is gone, and for
  /// other sessions after leaving the legacy, makes sure that one of two does it.
  private func leave(_ session: RecordingSession, of daemon: SessionDaemon, watchdog: Watchdog) {
    let legacy = SharedDaemonLegacy(directory: SessionDaemon.systemDirectory)
    if daemon.place == .system { legacy.leave() }
    let destruction = session.destroy()
    guard destruction.succeeded else {
      tell(
        .problem(
          "LTTng did not destroy the session \(session.name):\n\(destruction.complaint)"))
      return
    }
    watchdog.take(session: "")
    guard let inherited = legacy.daemon else { return }
    if session.client.servesOtherSessions {
      detail("another recording uses the session daemon, and will take it down")
      watchdog.release()
    } else {
      legacy.remove()
      if inherited != daemon.pid { watchdog.take(daemon: inherited) }
    }
  }

  private func isGone(_ daemon: SessionDaemon, client: LTTngClient) -> Bool {
    if let pid = daemon.pid { return supervisor.exitReason(of: pid) != nil }
    return !client.run(["list"], until: Deadline(after: .seconds(10)), onSignal: { _ in }).succeeded
  }

  func report(_ program: TracedProgram, _ reason: ExitReason, loss: [String]) {
    switch reason {
    case .killed(let signal):
      tell(.note("\(program.name) was killed by \(signalName(signal))"))
    case .exited(let code) where code != 0:
      detail("\(program.name) exited with code \(code)")
    default: break
    }
    if progress.daemonDied {
      tell(.problem("the session daemon died during the recording; the trace ends where it did."))
    }
    loss.forEach { tell(.note("LTTng: \($0)")) }
  }

  /// Reports the processes that LTTng could not record.
  ///
  /// - Parameter log: The log of the daemon; nil if the daemon is not ours.
  func reportUntraced(in trace: String, log: String?) {
    // Where the recording broke off, traces may lack anything.
    guard progress.end == .complete else { return }
    let untraced = UntracedProcesses(trace: trace, log: log)
    if let message = untraced.message { tell(.problem(message)) }
  }
}
