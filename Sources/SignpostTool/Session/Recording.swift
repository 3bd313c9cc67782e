import Glibc

/// One run of `signpost record`: it brings the parts together in order.
struct Recording {
  struct Options {
    var output: String?
    var buffers = BufferPlan.Wish()
    var blocking = false
  }

  struct Result {
    var directory: String
    var exitCode: Int32
    /// Whether a process was recorded that has the provider in it.
    var sawProcesses: Bool
  }

  let options: Options
  let arguments: [ByteString]
  let console: RecordConsole
  private let supervisor = ProcessSupervisor()
  private let leadsSession = getsid(0) == getpid()
  private let environment = ProcessEnvironment.inherited
  private var progress = RecordingProgress()

  init(options: Options, arguments: [ByteString], console: RecordConsole) {
    self.options = options
    self.arguments = arguments
    self.console = console
  }

  mutating func run() throws(RecordFailure) -> Result {
    // Ctrl-C ends a report that takes long.
    defer { supervisor.restoreSignals() }
    // What can be known to fail comes before anything is started or written.
    let program = try findProgram()
    try OutputDirectory.check(options.output)
    let tools = try LTTngTools.find(in: environment)
    let buffers = try planBuffers()

    let directory = try PrivateDirectory.make(environment: environment)
    let watchdog: Watchdog
    do throws(RecordFailure) {
      watchdog = try Watchdog.start(for: directory, tools: tools, supervisor: supervisor)
    } catch {
      removeTree(directory.path)
      throw error
    }
    defer {
      watchdog.finish(supervisor: supervisor)
      console.detail("session daemon and private directory are gone")
    }

    let daemon = try findDaemon(directory: directory, tools: tools, watchdog: watchdog)
    let output = try OutputDirectory.make(options.output)
    let session: RecordingSession
    let traced: TracedProgram
    do throws(RecordFailure) {
      session = try startSession(
        daemon: daemon, tools: tools, directory: directory, buffers: buffers, output: output,
        watchdog: watchdog)
      traced = try start(program, daemon: daemon)
    } catch {
      output.removeIfCreated()
      throw error
    }

    wait(for: traced, daemon: daemon)
    let loss = finish(session, daemon: daemon, watchdog: watchdog)
    report(traced, loss: loss)
    return Result(
      directory: output.path, exitCode: progress.exitCode, sawProcesses: output.holdsProcesses)
  }

  // MARK: Before the program runs

  private func findProgram() throws(RecordFailure) -> ByteString {
    let name = arguments[0].description
    do throws(ExecutableSearch.Failure) {
      return try ExecutableSearch(directories: environment.searchPath).find(arguments[0])
    } catch {
      switch error {
      case .notFound where name.contains("/"):
        throw RecordFailure(.notFound, "there is no program \(name).")
      case .notFound:
        throw RecordFailure(
          .notFound,
          "there is no program \(name) in PATH. For one in this directory, type ./\(name)")
      case .notExecutable(let path, let reason):
        throw RecordFailure(.notExecutable, "can't run \(path): \(reason).")
      }
    }
  }

  private func planBuffers() throws(RecordFailure) -> BufferPlan {
    let plan: BufferPlan
    do throws(BufferPlan.Failure) {
      plan = try BufferPlan(wish: options.buffers, machine: .current)
    } catch {
      throw RecordFailure(error.isUsageError ? .usage : .tracerUnavailable, error.message)
    }
    let size =
      "\(plan.subbufferCount) × \(ByteCount(plan.subbufferSize).exact) per processor"
      + " (\(ByteCount(plan.total).rounded) per process)"
    if plan.limit == .sharedMemory {
      console.note(
        "/dev/shm has little room, so the buffers are small: \(size). Bursts may lose events; "
          + "--blocking makes the program wait instead.")
    } else {
      console.detail("buffers: \(size)")
    }
    return plan
  }

  private mutating func findDaemon(
    directory: PrivateDirectory, tools: LTTngTools, watchdog: Watchdog
  ) throws(RecordFailure) -> SessionDaemon {
    let serving = SessionDaemon(place: .serving)
    let probe = LTTngClient(
      daemon: serving, tools: tools, directory: directory, supervisor: supervisor)
    let answer = try probe.run(
      ["list"], until: Deadline(after: .seconds(10)),
      onSignal: { signal throws(RecordFailure) in try handle(signal) })
    if answer.succeeded {
      console.detail(
        "using the session daemon that serves; composable programs that run meanwhile "
          + "are recorded as well")
      return serving
    }
    let daemon = try SessionDaemon.start(
      in: directory, tools: tools, watchdog: watchdog, supervisor: supervisor, console: console,
      onSignal: { signal throws(RecordFailure) in try handle(signal) })
    console.detail("session daemon \(daemon.pid ?? 0) answers")
    return daemon
  }

  private mutating func startSession(
    daemon: SessionDaemon, tools: LTTngTools, directory: PrivateDirectory, buffers: BufferPlan,
    output: OutputDirectory, watchdog: Watchdog
  ) throws(RecordFailure) -> RecordingSession {
    let name = RecordingSession.uniqueName(pid: getpid())
    if daemon.place == .serving { watchdog.take(session: name) }
    let session = try RecordingSession.start(
      SessionConfiguration(
        name: name, directory: output.path, buffers: buffers, blocking: options.blocking),
      client: LTTngClient(
        daemon: daemon, tools: tools, directory: directory, supervisor: supervisor),
      onSignal: { signal throws(RecordFailure) in try handle(signal) })
    daemon.children.forEach { watchdog.take(child: $0) }
    console.detail("recording to \(output.path)")
    return session
  }

  private mutating func start(
    _ program: ByteString, daemon: SessionDaemon
  ) throws(RecordFailure) -> TracedProgram {
    var environment = environment
    if let home = daemon.programHome { environment = environment.setting("LTTNG_HOME", to: home) }
    if options.blocking {
      environment = environment.setting("LTTNG_UST_ALLOW_BLOCKING", to: "1")
    }
    let traced = try TracedProgram.start(
      program, arguments: arguments, environment: environment, supervisor: supervisor)
    progress.programStarted()
    console.detail("started \(traced.name) as process \(traced.pid)")
    return traced
  }

  /// A signal before the program runs.
  private mutating func handle(_ signal: ReceivedSignal) throws(RecordFailure) {
    switch progress.receive(signal, leadsSession: leadsSession) {
    case .cancel: throw RecordFailure(interruptedBy: signal.number)
    case .stopSelf: raise(SIGSTOP)
    default: break
    }
  }

  // MARK: While it runs

  private mutating func wait(for program: TracedProgram, daemon: SessionDaemon) {
    var watched: Set<pid_t> = [program.pid]
    if let pid = daemon.pid { watched.insert(pid) }
    while progress.phase == .running {
      switch supervisor.nextEvent(watching: watched) {
      case .exited(program.pid, let reason):
        progress.programEnded(reason)
      case .exited(let other, _):
        watched.remove(other)
        progress.daemonEnded()
      case .signal(let signal):
        pass(signal, to: program)
      case .timeout:
        break
      }
    }
    console.detail("\(program.name) is gone")
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
    do throws(Surrender) {
      answer = try session.stop { (signal) throws(Surrender) in
        switch progress.receive(signal, leadsSession: leadsSession) {
        case .ask:
          console.note("completing the trace; once more to leave it incomplete")
        case .giveUp: throw Surrender()
        case .stopSelf: raise(SIGSTOP)
        default: break
        }
      }
    } catch {
      return []
    }
    guard answer.succeeded else {
      if isGone(daemon, client: session.client) {
        progress.daemonEnded()
      } else {
        progress.couldNotStop()
        console.problem("LTTng could not complete the trace:\n\(answer.complaint)")
      }
      return []
    }
    console.detail("the trace is complete")
    switch daemon.place {
    case .home, .namespace:
      // The daemon would take half a second to forget a session that is on disk already.
      watchdog.drained()
    case .serving, .system:
      leave(session, of: daemon, watchdog: watchdog)
    }
    return answer.warnings.map(String.init)
  }

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
      console.problem(
        "LTTng did not destroy the session \(session.name):\n\(destruction.complaint)")
      return
    }
    watchdog.take(session: "")
    guard let inherited = legacy.daemon else { return }
    if session.client.servesOtherSessions {
      console.detail("another recording uses the session daemon, and will take it down")
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

  private func report(_ program: TracedProgram, loss: [String]) {
    switch progress.program {
    case .killed(let signal):
      console.note("\(program.name) was killed by \(signalName(signal))")
    case .exited(let code) where code != 0:
      console.detail("\(program.name) exited with code \(code)")
    default: break
    }
    if progress.daemonDied {
      console.problem(
        "the session daemon died during the recording; the trace ends where it did. "
          + "Exit code \(ExitStatus.daemonDied.rawValue) unless the program has its own.")
    }
    loss.forEach { console.note("LTTng: \($0)") }
  }
}
