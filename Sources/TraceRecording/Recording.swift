import Glibc

/// Runs a program under a session of its own and takes everything down again: it brings the parts
/// together in order.
package struct Recording {
  package struct Options: Sendable {
    /// Where a trace goes.
    package enum Output: Sendable {
      /// To a directory; nil for a new one in the working directory.
      case directory(String?)
      /// To a directory that goes away at the end, with room for this many bytes.
      case temporary(room: Int)

      fileprivate var directory: String? {
        if case .directory(let path) = self { path } else { nil }
      }
    }

    package var output: Output
    package var buffers: BufferPlan.Wish
    /// Whether the program waits for room in the buffers instead of losing events.
    package var blocking: Bool
    /// Whether forks that go on without `exec` are recorded.
    package var followsForks: Bool
    /// Whether to start a session daemon even where one serves this user already, so that nothing
    /// but the program is recorded.
    package var needsOwnDaemon: Bool
    package var events: EventSelection
    /// Whether to trace the stores whose reducers are not wrapped as well.
    package var tracesAllStores: Bool

    package init(
      output: Output = .directory(nil), buffers: BufferPlan.Wish = .init(),
      blocking: Bool = false, followsForks: Bool = false, needsOwnDaemon: Bool = false,
      events: EventSelection = EventSelection(), tracesAllStores: Bool = false
    ) {
      self.output = output
      self.buffers = buffers
      self.blocking = blocking
      self.followsForks = followsForks
      self.needsOwnDaemon = needsOwnDaemon
      self.events = events
      self.tracesAllStores = tracesAllStores
    }
  }

  package struct Result: Equatable, Sendable {
    /// Where the trace is.
    package var directory: String
    /// How the program ended.
    package var program: ExitReason
    /// How the recording ended.
    package var end: RecordingEnd
    /// Whether a process was recorded that has the provider in it.
    package var sawProcesses: Bool
  }

  private let options: Options
  private let arguments: [ByteString]
  private let tell: (RecordingMessage) -> Void
  private let supervisor: ProcessSupervisor
  private let leadsSession = getsid(0) == getpid()
  private let environment = ProcessEnvironment.inherited
  private var progress = RecordingProgress()

  /// - Parameters:
  ///   - arguments: The program and what it is started with, byte for byte.
  ///   - isAlone: Whether this process has no thread but the one that records.
  ///   - tell: Is called with what the user may want to know meanwhile.
  package init(
    options: Options, arguments: [ByteString], isAlone: Bool = true,
    tell: @escaping (RecordingMessage) -> Void
  ) {
    supervisor = ProcessSupervisor(isAlone: isAlone)
    self.options = options
    self.arguments = arguments
    self.tell = tell
  }

  /// Records.
  ///
  /// - Parameter read: What to do with the trace before everything is taken down.
  package mutating func run<Outcome>(
    _ read: (Result) -> Outcome
  ) throws(RecordingFailure) -> Outcome {
    // Ctrl-C ends a report that takes long.
    defer { supervisor.restoreSignals() }
    // What can be known to fail comes before anything is started or written.
    let program = try findProgram()
    if case .directory(let wish) = options.output { try OutputDirectory.check(wish) }
    let tools = try LTTngTools.find(in: environment)
    let buffers = try planBuffers()

    let directory = try PrivateDirectory.make(environment: environment)
    var temporary: OutputDirectory?
    let watchdog: Watchdog
    do throws(RecordingFailure) {
      if case .temporary(let room) = options.output {
        temporary = try .makeTemporary(room: room, environment: environment)
      }
      watchdog = try Watchdog.start(
        removing: [directory.path] + (temporary.map { [$0.path] } ?? []), tools: tools,
        supervisor: supervisor)
    } catch {
      removeTree(directory.path)
      temporary?.removeIfCreated()
      throw error
    }
    defer {
      watchdog.finish(supervisor: supervisor)
      detail("session daemon and private directory are gone")
    }

    if options.followsForks {
      try ForkLibrary.check(
        environment: environment, directory: directory, supervisor: supervisor)
    }
    let daemon = try findDaemon(directory: directory, tools: tools, watchdog: watchdog)
    let output =
      if let temporary { temporary } else { try OutputDirectory.make(options.output.directory) }
    let session: RecordingSession
    let traced: TracedProgram
    do throws(RecordingFailure) {
      session = try startSession(
        daemon: daemon, tools: tools, directory: directory, buffers: buffers, output: output,
        watchdog: watchdog)
      traced = try start(program, daemon: daemon)
    } catch {
      output.removeIfCreated()
      throw error
    }

    let reason = wait(for: traced, daemon: daemon)
    let loss = finish(session, daemon: daemon, watchdog: watchdog)
    report(traced, reason, loss: loss)
    return read(
      Result(
        directory: output.path, program: reason, end: progress.end,
        sawProcesses: output.holdsProcesses))
  }

  // MARK: Before the program runs

  private func findProgram() throws(RecordingFailure) -> ByteString {
    let name = arguments[0].description
    do throws(ExecutableSearch.Failure) {
      return try ExecutableSearch(directories: environment.searchPath).find(arguments[0])
    } catch {
      switch error {
      case .notFound where name.contains("/"):
        throw RecordingFailure(.programNotFound, "there is no program \(name).")
      case .notFound:
        throw RecordingFailure(
          .programNotFound,
          "there is no program \(name) in PATH. For one in this directory, type ./\(name)")
      case .notExecutable(let path, let reason):
        throw RecordingFailure(.programNotExecutable, "can't run \(path): \(reason).")
      }
    }
  }

  private func planBuffers() throws(RecordingFailure) -> BufferPlan {
    let plan: BufferPlan
    do throws(BufferPlan.Failure) {
      plan = try BufferPlan(wish: options.buffers, machine: .current)
    } catch {
      throw RecordingFailure(
        error.isUsageError ? .wrongBuffers : .tracerUnavailable, error.message,
        remedy: error.isUsageError ? nil : .smallerBuffers)
    }
    let size =
      "\(plan.subbufferCount) × \(ByteCount(plan.subbufferSize).exact) per processor"
      + " (\(ByteCount(plan.total).rounded) per process)"
    if plan.limit == .sharedMemory {
      tell(.smallBuffers("/dev/shm has little room, so the buffers are small: \(size)."))
    } else {
      detail("buffers: \(size)")
    }
    return plan
  }

  private mutating func findDaemon(
    directory: PrivateDirectory, tools: LTTngTools, watchdog: Watchdog
  ) throws(RecordingFailure) -> SessionDaemon {
    if !options.needsOwnDaemon {
      let serving = SessionDaemon(place: .serving)
      let probe = LTTngClient(
        daemon: serving, tools: tools, directory: directory, supervisor: supervisor)
      let answer = try probe.run(
        ["list"], until: Deadline(after: .seconds(10)),
        onSignal: { signal throws(RecordingFailure) in try handle(signal) })
      if answer.succeeded {
        detail(
          "using the session daemon that serves; composable programs that run meanwhile "
            + "are recorded as well")
        return serving
      }
    }
    let daemon = try SessionDaemon.start(
      in: directory, tools: tools, watchdog: watchdog, supervisor: supervisor, tell: tell,
      onSignal: { signal throws(RecordingFailure) in try handle(signal) })
    detail("session daemon \(daemon.pid ?? 0) answers")
    return daemon
  }

  private mutating func startSession(
    daemon: SessionDaemon, tools: LTTngTools, directory: PrivateDirectory, buffers: BufferPlan,
    output: OutputDirectory, watchdog: Watchdog
  ) throws(RecordingFailure) -> RecordingSession {
    let name = RecordingSession.uniqueName(pid: getpid())
    if daemon.place == .serving { watchdog.take(session: name) }
    let session = try RecordingSession.start(
      SessionConfiguration(
        name: name, directory: output.path, buffers: buffers, blocking: options.blocking,
        events: options.events),
      client: LTTngClient(
        daemon: daemon, tools: tools, directory: directory, supervisor: supervisor),
      onSignal: { signal throws(RecordingFailure) in try handle(signal) })
    daemon.children.forEach { watchdog.take(child: $0) }
    detail("recording to \(output.path)")
    return session
  }

  private mutating func start(
    _ program: ByteString, daemon: SessionDaemon
  ) throws(RecordingFailure) -> TracedProgram {
    var environment = environment
    if let home = daemon.programHome { environment = environment.setting("LTTNG_HOME", to: home) }
    if options.blocking {
      environment = environment.setting("LTTNG_UST_ALLOW_BLOCKING", to: "1")
    }
    if options.followsForks { environment = ForkLibrary.preloaded(in: environment) }
    if options.tracesAllStores { environment = environment.setting("SIGNPOST_STORES", to: "1") }
    for (name, value) in options.events.environment {
      environment = environment.setting(name, to: value)
    }
    let traced = try TracedProgram.start(
      program, arguments: arguments, environment: environment, supervisor: supervisor)
    progress.programStarted()
    detail("started \(traced.name) as process \(traced.pid)")
    return traced
  }

  /// A signal before the program runs.
  private mutating func handle(_ signal: ReceivedSignal) throws(RecordingFailure) {
    switch progress.receive(signal, leadsSession: leadsSession) {
    case .cancel: throw RecordingFailure(interruptedBy: signal.number)
    case .stopSelf: raise(SIGSTOP)
    default: break
    }
  }

  // MARK: While it runs

  private mutating func wait(for program: TracedProgram, daemon: SessionDaemon) -> ExitReason {
    var watched: Set<pid_t> = [program.pid]
    if let pid = daemon.pid { watched.insert(pid) }
    let consumers = options.blocking && daemon.isPrivate ? daemon.children : []
    while true {
      let look = consumers.isEmpty ? nil : Deadline(after: .seconds(1))
      switch supervisor.nextEvent(watching: watched, until: look) {
      case .exited(program.pid, let reason):
        progress.programEnded()
        detail("\(program.name) is gone")
        return reason
      case .exited(let other, _):
        watched.remove(other)
        progress.daemonEnded()
      case .signal(let signal):
        pass(signal, to: program)
      case .timeout:
        if !progress.daemonDied { endUnlessAll(consumers, live: daemon) }
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

  // MARK: After it ended

  private struct Surrender: Error {}

  /// Completes the trace; returns what LTTng says was lost.
  private mutating func finish(
    _ session: RecordingSession, daemon: SessionDaemon, watchdog: Watchdog
  ) -> [String] {
    // It may have died before the program, or at the same time.
    if let pid = daemon.pid, supervisor.exitReason(of: pid) != nil { progress.daemonEnded() }
    guard !progress.daemonDied else { return [] }
    daemon.children.forEach { watchdog.take(child: $0) }

    let answer: LTTngClient.Answer
    let unfinished: [String]
    do throws(Surrender) {
      answer = try session.stop { (signal) throws(Surrender) in try handleAfterEnd(signal) }
      unfinished = answer.succeeded ? try waitForTraces(of: session, daemon: daemon) : []
    } catch {
      return []
    }
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
    switch progress.receive(signal, leadsSession: leadsSession) {
    case .ask: tell(.note("completing the trace; once more to leave it incomplete"))
    case .giveUp: throw Surrender()
    case .stopSelf: raise(SIGSTOP)
    default: break
    }
  }

  /// Waits until LTTng is done with all processes that are gone.
  ///
  /// - Returns: The traces it is not done with after a time that no machine needs.
  private mutating func waitForTraces(
    of session: RecordingSession, daemon: SessionDaemon
  ) throws(Surrender) -> [String] {
    let traces = UnfinishedTraces(directory: session.directory, candidates: daemon.children)
    let deadline = Deadline(after: Self.patience)
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

  private func report(_ program: TracedProgram, _ reason: ExitReason, loss: [String]) {
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

  private func detail(_ step: String) {
    tell(.detail(step))
  }
}
