import Glibc
import SystemSupport

/// The requirements of every recording, checked before anything is started or written.
struct RecordingRequirements {
  let tools: LTTngTools
  let buffers: BufferPlan

  /// - Parameters:
  ///   - startsDaemon: Whether the recording has a session daemon of its own, or a program that
  ///     inherits the limits of this process.
  ///   - emit: Called with messages for the user.
  static func check(
    _ buffers: BufferPlan.Request, startsDaemon: Bool, environment: ProcessEnvironment,
    emit: (RecordingMessage) -> Void
  ) throws(RecordingFailure) -> Self {
    let tools = try LTTngTools.find(in: environment)
    let plan = try BufferPlan.forThisMachine(buffers, emit: emit)
    if startsDaemon { try SystemLimits.check(plan) }
    return Self(tools: tools, buffers: plan)
  }
}

/// The directories of a recording, and the watchdog that removes them when this process has ended.
struct RecordingSetUp {
  /// Sockets, logs, configuration.
  let directory: PrivateDirectory
  /// A trace that does not stay; nil for one that does.
  let temporary: OutputDirectory?
  let watchdog: Watchdog

  /// - Parameters:
  ///   - user: The user that the program runs as, if it is another one.
  ///   - temporaryRoom: The largest size of a trace that does not stay; nil for one that does.
  static func make(
    user: ProgramUser? = nil, temporaryRoom: Int?, tools: LTTngTools,
    environment: ProcessEnvironment, supervisor: ProcessSupervisor
  ) throws(RecordingFailure) -> Self {
    // First: there is no moment in which nothing would remove a directory.
    let watchdog = try Watchdog.start(tools: tools, supervisor: supervisor)
    RecordingStep.hasWatchdog.reach()
    do throws(RecordingFailure) {
      let directory = try PrivateDirectory.make(environment: environment, user: user)
      directory.paths.forEach(watchdog.take(directory:))
      RecordingStep.hasDirectory.reach()
      var temporary: OutputDirectory?
      if let temporaryRoom {
        temporary = try .makeTemporary(room: temporaryRoom, environment: environment)
      }
      if let temporary { watchdog.take(directory: temporary.path) }
      return Self(directory: directory, temporary: temporary, watchdog: watchdog)
    } catch {
      watchdog.finish(supervisor: supervisor)
      throw error
    }
  }
}

extension ProcessEnvironment {
  /// The environment of a recorded program.
  func recorded(
    events: EventSelection, followsForks: Bool, tracesAllStores: Bool
  ) -> ProcessEnvironment {
    var environment = DescriptorLibrary.preloaded(in: self)
    if followsForks { environment = ForkLibrary.preloaded(in: environment) }
    if tracesAllStores { environment = environment.setting("SIGNPOST_STORES", to: "1") }
    for (name, value) in events.environment {
      environment = environment.setting(name, to: value)
    }
    return environment
  }
}

extension ReceivedSignal {
  /// Handles a signal before anything is recorded.
  func cancelSetUp() throws(RecordingFailure) {
    switch number {
    case SIGHUP, SIGINT, SIGQUIT, SIGTERM: throw RecordingFailure(interruptedBy: number)
    case SIGTSTP: raise(SIGSTOP)
    default: break
    }
  }
}

extension LTTngClient {
  /// Waits until processes have registered with the daemon.
  ///
  /// - Parameters:
  ///   - waits: Whether to fail without a process.
  ///   - emit: Called with messages for the user.
  /// - Returns: The registered processes of the target; empty for all of them.
  func findProcesses(
    of target: AttachTarget, waits: Bool, emit: (RecordingMessage) -> Void
  ) throws(RecordingFailure) -> [ListedProcess] {
    if target == .everything { return [] }
    // A program without a daemon looks for one every five seconds.
    let deadline = Deadline(after: .seconds(12))
    var isFirst = true
    while true {
      let registered = try ask(
        ["list", "--userspace"], until: Deadline(after: .seconds(10)),
        onSignal: { signal throws(RecordingFailure) in try signal.cancelSetUp() }
      ).processes
      let found = target.matches(registered)
      if !found.isEmpty { return found }
      if deadline.hasPassed || !target.mayRegister {
        if !waits { return [] }
        throw target.failure(registered: registered)
      }
      if isFirst { emit(.detail("waiting until the process has registered with the daemon")) }
      isFirst = false
      if case .signal(let signal) = supervisor.nextEvent(
        watching: [], until: Deadline(after: .milliseconds(50)))
      {
        try signal.cancelSetUp()
      }
    }
  }
}
