import Glibc
import SystemSupport

/// Preparations before the program runs: each step can fail, and is undone then.
extension Recording {
  func findProgram() throws(RecordingFailure) -> ByteString {
    try ExecutableSearch(directories: environment.searchPath).findProgram(arguments[0])
  }

  /// Requests the version of the tools, which determines the supported commands.
  mutating func askVersion(
    of tools: LTTngTools, directory: PrivateDirectory
  ) throws(RecordingFailure) -> LTTngTools {
    var tools = tools
    tools.version = try LTTngClient(
      daemon: SessionDaemon(place: .serving), tools: tools, directory: directory,
      supervisor: supervisor
    ).version { signal throws(RecordingFailure) in try handle(signal) }
    detail("LTTng \(tools.version.map(\.description) ?? "of an unknown version")")
    return tools
  }

  mutating func findDaemon(
    directory: PrivateDirectory, tools: LTTngTools, watchdog: Watchdog
  ) throws(RecordingFailure) -> SessionDaemon {
    let daemon = try SessionDaemon.find(
      serving: options.usesServingDaemon, in: directory, tools: tools, watchdog: watchdog,
      supervisor: supervisor, emit: emit,
      onSignal: { signal throws(RecordingFailure) in try handle(signal) })
    if let pid = daemon.pid { detail("session daemon \(pid) answers") }
    RecordingStep.daemonAnswers.reach()
    return daemon
  }

  mutating func startSession(
    daemon: SessionDaemon, tools: LTTngTools, directory: PrivateDirectory, buffers: BufferPlan,
    output: OutputDirectory, watchdog: Watchdog
  ) throws(RecordingFailure) -> (RecordingSession, SessionConfiguration) {
    let name = RecordingSession.uniqueName(pid: getpid())
    if daemon.place == .serving { watchdog.take(session: name) }
    var configuration = SessionConfiguration(
      name: name, directory: output.path, buffers: buffers, blocking: options.blocking,
      events: options.events,
      flushesMetadata: SessionConfiguration.hasMetadataChannel(tools.version))
    configuration.events.slow = options.flight?.slow ?? []
    configuration.events.conditions = options.flight?.conditions ?? []
    configuration.isSnapshot = options.flight != nil
    configuration.rotation = options.rotation
    configuration.relay = relay?.target
    let session = try RecordingSession.start(
      configuration,
      client: LTTngClient(
        daemon: daemon, tools: tools, directory: directory, supervisor: supervisor),
      onSignal: { signal throws(RecordingFailure) in try handle(signal) })
    daemon.children.forEach { watchdog.take(child: $0) }
    detail(
      relay.map { "recording to the relay daemon at \($0.target.relay)" }
        ?? "recording to \(output.path)")
    return (session, configuration)
  }

  /// The file of the patterns, for a recording that selects by them, or may later: one with a name.
  func makeSelectionPage(
    in directory: PrivateDirectory
  ) throws(RecordingFailure) -> SelectionPage? {
    // Programs of a daemon that serves others are recorded, too, and have no patterns. A trace that
    // is sent has no selection.
    guard !options.usesServingDaemon, relay == nil,
      options.name != nil || options.events.source.hasPatterns
    else { return nil }
    let page = try SelectionPage(path: directory.selection)
    page.write(options.events.source)
    return page
  }

  mutating func start(
    _ program: ByteString, daemon: SessionDaemon, directory: PrivateDirectory,
    page: SelectionPage?, profiler: CPUProfiler?
  ) throws(RecordingFailure) -> TracedProgram {
    var environment = environment
    if let user = options.user { environment = user.environment(environment) }
    if var home = daemon.programHome {
      if let sockets = directory.userSockets {
        try sockets.open(ProgramSocket.find(in: directory.sockets))
        home = sockets.path
      }
      environment = environment.setting("LTTNG_HOME", to: home)
    }
    if options.blocking {
      environment = environment.setting("LTTNG_UST_ALLOW_BLOCKING", to: "1")
    }
    environment = (late?.environment(environment) ?? environment).recorded(
      events: options.events, followsForks: options.followsForks,
      tracesAllStores: options.tracesAllStores)
    // The recorder may itself be recorded, with another selection.
    if page != nil || environment[SelectionPage.variable] != nil {
      environment = environment.setting(SelectionPage.variable, to: page?.path ?? "")
    }
    if options.waitsForDescendants { supervisor.adoptOrphans() }
    let inherited = self.environment
    let traced = try TracedProgram.start(
      program, arguments: arguments, environment: environment, supervisor: supervisor,
      user: options.user,
      after: profiler.map { profiler in
        { profiler.begin([$0], environment: inherited) }
      })
    progress.programStarted()
    detail("started \(traced.name) as process \(traced.pid)")
    return traced
  }

  /// A signal before the program runs.
  private mutating func handle(_ signal: ReceivedSignal) throws(RecordingFailure) {
    switch progress.receive(signal) {
    case .cancel: throw RecordingFailure(interruptedBy: signal.number)
    case .stopSelf: raise(SIGSTOP)
    default: break
    }
  }
}
