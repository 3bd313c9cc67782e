import Glibc
import SystemSupport

/// Records into a live session of its own, which is read in the meantime.
///
/// Session daemon and relay daemon are private to it; the relay daemon listens on the loopback
/// interface only. Everything is taken down at the end, or by the watchdog if this process is
/// killed.
package struct LiveRecording {
  package struct Options: Sendable {
    package var events: EventSelection
    package var buffers: BufferPlan.Request
    /// Whether forks that continue without `exec` are recorded.
    package var followsForks: Bool
    /// Whether to trace stores whose reducers are not wrapped as well.
    package var tracesAllStores: Bool
    /// The file for the program's output; nil for a new one.
    package var programOutput: String?
    /// Whether the program reads this process's standard input, if that is a pipe.
    package var passesInput: Bool

    package init(
      events: EventSelection = EventSelection(), buffers: BufferPlan.Request = .init(),
      followsForks: Bool = false, tracesAllStores: Bool = false, programOutput: String? = nil,
      passesInput: Bool = true
    ) {
      self.events = events
      self.buffers = buffers
      self.followsForks = followsForks
      self.tracesAllStores = tracesAllStores
      self.programOutput = programOutput
      self.passesInput = passesInput
    }
  }

  /// The target of the recording.
  package enum Target: Sendable {
    /// A program that is started, with its arguments.
    case program([ByteString])
    /// A running process, registered with the daemon that serves this user.
    case process(pid_t)
  }

  /// The address of the session for readers.
  package struct Address: Sendable, Equatable {
    /// The relay daemon's port for viewers, on the loopback interface.
    package var port: UInt16
    /// The name of this machine in the relay daemon.
    package var host: String
    /// The name of the session.
    package var session: String
  }

  private let options: Options
  private let target: Target
  private let emit: (RecordingMessage) -> Void
  private let supervisor: ProcessSupervisor

  /// - Parameter emit: Called with messages for the user.
  package init(
    options: Options, target: Target, supervision: Supervision,
    emit: @escaping (RecordingMessage) -> Void
  ) {
    self.options = options
    self.target = target
    self.emit = emit
    supervisor = supervision.supervisor
  }

  /// Runs the recording.
  ///
  /// - Parameters:
  ///   - attach: Called when the session can be read, before events are recorded: a reader that
  ///     attaches later misses the first events.
  ///   - watch: Called while the target runs. When it returns, the recording ends.
  package func run<Reader, Outcome>(
    attach: (Address) throws -> Reader, watch: (Reader, LiveTarget) throws -> Outcome
  ) throws -> Outcome {
    let environment = ProcessEnvironment.inherited
    let program: (path: ByteString, arguments: [ByteString])?
    switch target {
    case .program(let arguments):
      program = (try findProgram(arguments[0], environment), arguments)
    case .process(let pid):
      guard !hasEnded(pid) else {
        throw RecordingFailure(.programNotFound, "there is no process \(pid).")
      }
      program = nil
    }
    let requirements = try RecordingRequirements.check(
      options.buffers, startsDaemon: program != nil, environment: environment, emit: emit)
    let (tools, buffers) = (requirements.tools, requirements.buffers)
    let fileSize = LiveOutput.fileSize(
      for: buffers, free: Files.freeBytes(of: OutputDirectory.temporaryParent(environment)))
    let setUp = try RecordingSetUp.make(
      temporaryRoom: LiveOutput.room(for: buffers, fileSize: fileSize), tools: tools,
      environment: environment, supervisor: supervisor)
    let (directory, watchdog) = (setUp.directory, setUp.watchdog)
    defer { watchdog.finish(supervisor: supervisor) }
    if options.followsForks {
      try ForkLibrary.check(
        environment: environment, directory: directory, supervisor: supervisor)
    }
    let daemon = try findDaemon(in: directory, tools, watchdog)
    let relay = try RelayDaemon.start(
      output: setUp.temporary?.path ?? directory.path, in: directory, tools: tools,
      watchdog: watchdog,
      supervisor: supervisor, onSignal: cancel)
    var tracked: [pid_t]?
    if case .process(let pid) = target { tracked = [pid] }
    let session = try load(
      SessionConfiguration(
        name: RecordingSession.uniqueName(pid: getpid()), directory: "", buffers: buffers,
        blocking: false, events: options.events, tracked: tracked,
        live: LiveOutput(
          controlPort: relay.controlPort, dataPort: relay.dataPort, fileSize: fileSize)),
      daemon, watchdog,
      LTTngClient(daemon: daemon, tools: tools, directory: directory, supervisor: supervisor))
    let reader = try attach(
      Address(port: relay.viewerPort, host: hostName(), session: session.name))
    try ask(session.client, ["start", session.name])
    daemon.children.forEach { watchdog.take(child: $0) }

    let running: LiveTarget
    if let program {
      running = try start(program, daemon: daemon, environment: environment, session, relay)
    } else if case .process(let pid) = target {
      running = LiveTarget(
        pid: pid, isOurs: false, output: nil, supervisor: supervisor, session: session,
        daemons: [relay.pid] + [daemon.pid].compactMap(\.self))
    } else {
      preconditionFailure("There is a program or a process.")
    }
    defer { running.finish(emit) }
    let outcome = try watch(reader, running)
    return outcome
  }

  // MARK: - Steps

  private func cancel(_ signal: ReceivedSignal) throws(RecordingFailure) {
    try signal.cancelSetUp()
  }

  private func findProgram(
    _ name: ByteString, _ environment: ProcessEnvironment
  ) throws(RecordingFailure) -> ByteString {
    try ExecutableSearch(directories: environment.searchPath).findProgram(name)
  }

  /// Attaching uses the daemon that the process is registered with; a program gets a daemon of its
  /// own.
  private func findDaemon(
    in directory: PrivateDirectory, _ tools: LTTngTools, _ watchdog: Watchdog
  ) throws(RecordingFailure) -> SessionDaemon {
    guard case .process(let pid) = target else {
      return try SessionDaemon.start(
        in: directory, tools: tools, watchdog: watchdog, supervisor: supervisor, emit: emit,
        onSignal: cancel)
    }
    let client = LTTngClient(
      daemon: SessionDaemon(place: .serving), tools: tools, directory: directory,
      supervisor: supervisor)
    let daemon = try ServingDaemon.find(
      client: client, tools: tools, watchdog: watchdog, emit: emit, onSignal: cancel)
    let registered = LTTngClient(
      daemon: daemon, tools: tools, directory: directory, supervisor: supervisor)
    _ = try registered.findProcesses(of: .process(pid), waits: true, emit: emit)
    return daemon
  }

  private func load(
    _ configuration: SessionConfiguration, _ daemon: SessionDaemon, _ watchdog: Watchdog,
    _ client: LTTngClient
  ) throws(RecordingFailure) -> RecordingSession {
    let file = try client.directory.write(configuration)
    if !daemon.isPrivate { watchdog.take(session: configuration.name) }
    try ask(client, ["load", "--input-path=\(file)"])
    for command in configuration.namespaceContexts { try ask(client, command) }
    return RecordingSession(name: configuration.name, directory: "", client: client)
  }

  private func ask(_ client: LTTngClient, _ arguments: [String]) throws(RecordingFailure) {
    let answer = try client.run(
      arguments, until: Deadline(after: .seconds(30)), onSignal: cancel)
    guard answer.succeeded else {
      throw RecordingFailure(
        .tracerUnavailable,
        "LTTng could not start the session:\n\(answer.complaint)\(client.advice(after: answer))")
    }
  }

  private func start(
    _ program: (path: ByteString, arguments: [ByteString]), daemon: SessionDaemon,
    environment: ProcessEnvironment, _ session: RecordingSession, _ relay: RelayDaemon
  ) throws(RecordingFailure) -> LiveTarget {
    var environment = environment
    if let home = daemon.programHome { environment = environment.setting("LTTNG_HOME", to: home) }
    environment = environment.recorded(
      events: options.events, followsForks: options.followsForks,
      tracesAllStores: options.tracesAllStores)
    let output = try ProgramOutput.open(options.programOutput, environment: environment)
    defer { output.closeDescriptor() }
    // The program does not own the keyboard: it would be stopped for reading from it.
    let null = Files.aboveStandardStreams(open("/dev/null", O_RDONLY))
    defer { close(null) }
    let input = options.passesInput && isatty(STDIN_FILENO) == 0 ? STDIN_FILENO : null
    let traced = try TracedProgram.start(
      program.path, arguments: program.arguments, environment: environment,
      supervisor: supervisor,
      descriptors: [
        .init(0, from: input), .init(1, from: output.descriptor), .init(2, from: output.descriptor),
      ], group: .own)
    return LiveTarget(
      pid: traced.pid, isOurs: true, output: output, supervisor: supervisor, session: session,
      daemons: [relay.pid] + [daemon.pid].compactMap(\.self))
  }
}

private func hostName() -> String {
  var buffer = [CChar](repeating: 0, count: 256)
  guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
  return buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
}
