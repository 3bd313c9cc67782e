import Glibc
import RecordingManifests
import SystemSupport

/// While the program runs: handles its signals, its end, and the processes that write the trace.
extension Recording {
  mutating func wait(
    for program: TracedProgram, daemon: SessionDaemon, keeper: SessionKeeper,
    state: inout RecorderState
  ) -> ExitReason {
    var watched: Set<pid_t> = [program.pid]
    if let pid = daemon.pid { watched.insert(pid) }
    let consumers = options.blocking && daemon.isPrivate ? daemon.children : []
    var look = nextLook(consumers, keeper)
    while true {
      switch supervisor.nextEvent(watching: watched, until: look) {
      case .exited(program.pid, let reason):
        detail("\(program.name) is gone")
        waitForDescendants(
          of: program, daemon: daemon, consumers: consumers, keeper: keeper, state: &state)
        supervisor.forgetSignals().forEach { progress.requestEnd($0) }
        progress.programEnded()
        return reason
      case .exited(let other, _):
        watched.remove(other)
        progress.ended(.sessionDaemon)
      case .signal(let signal) where answer(signal, keeper, &state): break
      case .signal(let signal) where isRequestForSnapshot(signal):
        takeSnapshot(signal, keeper)
      case .signal(let signal):
        pass(signal, to: program)
      case .timeout: break
      }
      lookIfDue(&look, consumers, of: daemon, keeper)
      update(&state, keeper)
    }
  }

  /// Writes the state for `status`, if the directory of the recording has changed.
  private func update(_ state: inout RecorderState, _ keeper: SessionKeeper) {
    guard let change = keeper.outputChange, state.problem == nil else { return }
    state.problem = change.text(state.output)
    state.output = keeper.session.directory
    state.write(to: keeper.session.client.directory)
  }

  /// The time of the next periodic check, if any.
  private func nextLook(_ consumers: [pid_t], _ keeper: SessionKeeper) -> Deadline? {
    let isWatching = !consumers.isEmpty || writers != nil && progress.deadWriter == nil
    return [isWatching ? .seconds(1) : nil, keeper.interval, relayLookInterval]
      .compactMap(\.self).min().map { Deadline(after: $0) }
  }

  /// Performs the periodic checks at their time, however many signals arrive until then.
  private mutating func lookIfDue(
    _ look: inout Deadline?, _ consumers: [pid_t], of daemon: SessionDaemon, _ keeper: SessionKeeper
  ) {
    if let look, !look.hasPassed { return }
    if look != nil { lookAfter(consumers, of: daemon, keeper) }
    look = nextLook(consumers, keeper)
  }

  /// Performs the periodic checks.
  private mutating func lookAfter(
    _ consumers: [pid_t], of daemon: SessionDaemon, _ keeper: SessionKeeper
  ) {
    if progress.deadWriter != nil { return }
    if !consumers.isEmpty { endUnlessAll(consumers, live: daemon) }
    if let dead = writers?.findDead() {
      let directory = ServingDaemon.answeringDirectory(environment: environment)
      let advice = writers?.advice(in: directory).map { " \($0)" } ?? ""
      emit(.problem("\(dead.capitalizedName) died; the program continues untraced.\(advice)"))
      progress.ended(dead)
      return
    }
    keeper.look()
    lookAtRelay(daemon)
  }

  /// Changes the selection or writes a snapshot, if the signal announces requests for that.
  private func answer(
    _ signal: ReceivedSignal, _ keeper: SessionKeeper, _ state: inout RecorderState
  ) -> Bool {
    guard signal.number == SIGUSR2, keeper.answerRequests() else { return false }
    state.selection = keeper.control.selection.text
    state.write(to: keeper.session.client.directory)
    return true
  }

  private func isRequestForSnapshot(_ signal: ReceivedSignal) -> Bool {
    options.flight != nil && [SIGUSR1, SIGUSR2].contains(signal.number)
  }

  private func takeSnapshot(_ signal: ReceivedSignal, _ keeper: SessionKeeper) {
    if progress.deadWriter == nil {
      keeper.takeSnapshot(signal.number == SIGUSR1 ? .signal : .command)
    }
  }

  /// Waits until no descendant of the program runs any more.
  private mutating func waitForDescendants(
    of program: TracedProgram, daemon: SessionDaemon, consumers: [pid_t], keeper: SessionKeeper,
    state: inout RecorderState
  ) {
    guard options.waitsForDescendants else { return }
    let left = supervisor.orphans
    if left.isEmpty { return }
    progress.programLeftOthers()
    emit(
      .leftBehind(
        "\(program.name) ended, and \(Self.list(left)) go\(left.count == 1 ? "es" : "") on;"
          + " recording until all have ended."))
    var watched = Set([daemon.pid].compactMap(\.self)).filter { _ in progress.deadWriter == nil }
    var look = nextLook(consumers, keeper)
    while true {
      switch supervisor.nextEventBeforeOrphansEnd(watching: watched, until: look) {
      case nil:
        detail("nothing that \(program.name) started is left")
        return
      case .exited:
        watched = []
        progress.ended(.sessionDaemon)
      case .signal(let signal) where answer(signal, keeper, &state): break
      case .signal(let signal) where isRequestForSnapshot(signal):
        takeSnapshot(signal, keeper)
      case .signal(let signal):
        if !passToOrphans(signal) { return }
      case .timeout: break
      }
      lookIfDue(&look, consumers, of: daemon, keeper)
      update(&state, keeper)
    }
  }

  /// A description of processes for messages.
  private static func list(_ processes: [pid_t]) -> String {
    let names = processes.prefix(3).map { "\(processName($0)) (\($0))" }
    let more = processes.count > 3 ? " and \(processes.count - 3) more" : ""
    return names.joined(separator: ", ") + more
  }

  /// Passes a signal on to the program's orphans; false if the recording is to end.
  private mutating func passToOrphans(_ signal: ReceivedSignal) -> Bool {
    let reaction = progress.receive(signal)
    let orphans = supervisor.orphans
    let others = orphans.filter { signal.origin == .process || getpgid($0) != getpgrp() }
    switch reaction {
    case .forward: others.forEach { kill($0, signal.number) }
    case .forwardAndStopSelf:
      others.forEach { kill($0, signal.number) }
      raise(SIGSTOP)
    case .forwardAndAsk:
      others.forEach { kill($0, signal.number) }
      emit(
        .note(
          "waiting for the end of \(Self.list(orphans)); once more to end the recording without"
        ))
    case .leave:
      emit(.note("\(Self.list(orphans)) go\(orphans.count == 1 ? "es" : "") on unrecorded"))
      return false
    default: break
    }
    return true
  }

  /// Ends the recording if the buffers are no longer emptied.
  ///
  /// A program that waits for room would wait up to the limit at each of its events. It does so as
  /// long as LTTng's daemon runs; without the daemon, a program stops tracing.
  private mutating func endUnlessAll(_ consumers: [pid_t], live daemon: SessionDaemon) {
    guard let pid = daemon.pid,
      consumers.contains(where: { [nil, "Z"].contains(ProcessStatus(of: $0)?.state) })
    else { return }
    emit(
      .problem(
        "\(LTTngProcesses.Writer.consumer.name) died; the program continues untraced."))
    progress.ended(.consumer)
    kill(pid, SIGKILL)
  }

  private mutating func pass(_ signal: ReceivedSignal, to program: TracedProgram) {
    switch progress.receive(signal, sharesGroup: program.sharesGroup) {
    case .forward: program.send(signal.number)
    case .stopSelf: raise(SIGSTOP)
    case .forwardAndStopSelf:
      program.send(signal.number)
      raise(SIGSTOP)
    default: break
    }
  }
}
