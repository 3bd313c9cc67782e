import Glibc
import RecordingManifests
import SystemSupport

/// Runs a program under a session of its own and takes everything down again: it runs the parts in
/// order.
package struct Recording {
  package struct Result: Equatable, Sendable {
    /// The directory of the trace.
    package var directory: String
    /// How the program ended.
    package var program: ExitReason
    /// How the recording ended.
    package var end: RecordingEnd
    /// Whether a process with the provider was recorded.
    package var sawProcesses: Bool
    /// The location of the trace at a relay daemon, if it is there.
    package var relay: RelayTarget?
    /// The missing part of a trace at a relay daemon; nil for one on this machine.
    package var relayLoss: String?
    /// Whether a trace at a relay daemon lacks events, as far as known.
    package var isIncompleteAtRelay = false
  }

  let options: Options
  let arguments: [ByteString]
  let emit: (RecordingMessage) -> Void
  let supervisor: ProcessSupervisor
  let environment = ProcessEnvironment.inherited
  var progress = RecordingProgress()
  /// nil unless it is recorded to a relay daemon.
  var relay: RelayWatch?
  var late: LateStarts?
  /// The processes of a session daemon that is not a child of this process; nil for a private one.
  var writers: LTTngProcesses?

  /// - Parameters:
  ///   - arguments: The program and its arguments, byte for byte.
  ///   - isAlone: Whether this process has no thread but the calling one.
  ///   - emit: Called with messages for the user.
  package init(
    options: Options, arguments: [ByteString], isAlone: Bool = true,
    emit: @escaping (RecordingMessage) -> Void
  ) {
    supervisor = ProcessSupervisor(isAlone: isAlone)
    self.options = options
    self.arguments = arguments
    self.emit = emit
  }

  /// Runs the recording.
  ///
  /// - Parameter read: Called with the trace before everything is taken down.
  package mutating func run<Outcome>(
    _ read: (Result) -> Outcome
  ) throws(RecordingFailure) -> Outcome {
    // Ctrl-C ends a slow report.
    defer { supervisor.restoreSignals() }
    // Checks that can fail come before anything is started or written.
    let program = try findProgram()
    switch options.output {
    case .directory(let requested): try OutputDirectory.check(requested)
    case .relay(_, _, let requested, _):
      if hasDirectory { try OutputDirectory.check(requested) }
    case .temporary: break
    }
    let requirements = try RecordingRequirements.check(
      options.buffers.within(options.rotation), startsDaemon: !options.usesServingDaemon,
      environment: environment, emit: emit)
    let buffers = requirements.buffers
    try findRelay()

    supervisor.startWitness()
    let temporaryRoom: Int? =
      switch options.output {
      case .temporary(let room): room
      // Nothing is written here.
      case .relay: hasDirectory ? nil : 0
      case .directory: nil
      }
    let setUp = try RecordingSetUp.make(
      user: options.user, temporaryRoom: temporaryRoom, tools: requirements.tools,
      environment: environment, supervisor: supervisor)
    let (directory, watchdog) = (setUp.directory, setUp.watchdog)
    defer {
      // If the recording failed, helpers of the daemon may have lost their parent.
      supervisor.adoptOrphans()
      watchdog.finish(supervisor: supervisor)
      detail("removed the session daemon and the private directory")
    }

    if options.followsForks {
      try ForkLibrary.check(
        environment: environment, directory: directory, supervisor: supervisor)
    }
    let tools = try askVersion(of: requirements.tools, directory: directory)
    let daemon = try findDaemon(directory: directory, tools: tools, watchdog: watchdog)
    if !daemon.isPrivate { writers = LTTngProcesses(environment: environment) }
    let output =
      if let temporary = setUp.temporary { temporary } else {
        try OutputDirectory.make(options.output.directory)
      }
    let keeper: SessionKeeper
    let session: RecordingSession
    let traced: TracedProgram
    let profiler: CPUProfiler?
    let background =
      options.isInBackground ? BackgroundRecorder.RedirectedOutput(to: output.path) : nil
    do throws(RecordingFailure) {
      let page = try makeSelectionPage(in: directory)
      let configuration: SessionConfiguration
      (session, configuration) = try startSession(
        daemon: daemon, tools: tools, directory: directory, buffers: buffers, output: output,
        watchdog: watchdog)
      keeper = SessionKeeper(
        session: session, control: SelectionControl(configuration, page: page),
        flight: options.flight, rotation: options.rotation,
        manifest: manifest(of: session, buffers: buffers), watchdog: watchdog,
        buffered: buffers.total, watchesOutput: relay == nil, emit: emit)
      try keeper.start()
      late = LateStarts(in: directory)
      profiler = prepareProfile(output, directory: directory, watchdog: watchdog)
      traced = try start(
        program, daemon: daemon, directory: directory, page: page, profiler: profiler)
    } catch {
      background?.undo()
      output.removeIfCreated()
      throw error
    }

    var state = RecorderState(
      name: options.name, subject: "\(traced.name) (\(traced.pid))",
      isStoppable: options.isStoppable,
      isFlightRecorder: options.flight != nil, session: session)
    state.relay = relay.map { "\($0.target.relay), in \($0.target.path)" }
    state.selection = options.events.source.text
    state.write(to: directory)
    keeper.update { $0.program = .init(name: traced.name, pid: traced.pid) }
    background?.reportReady()

    keeper.processes = { descendants(of: traced.pid) }

    RecordingStep.hasProgram.reach()
    let reason = wait(for: traced, daemon: daemon, keeper: keeper, state: &state)
    RecordingStep.programHasEnded.reach()
    profiler?.stop()
    if progress.deadWriter == nil { keeper.willStop(isAbnormal: progress.isFailure(reason)) }
    let losses = finish(session, daemon: daemon, watchdog: watchdog, keeper: keeper)
    complete(profiler, keeper)
    conclude(keeper, reason, losses: losses)
    report(traced, reason)
    reportErrors(keeper, losses: losses)
    return read(
      Result(
        directory: keeper.session.directory, program: reason, end: progress.end,
        sawProcesses: relay?.sawBuffers
          ?? OutputDirectory.holdsProcesses(keeper.session.directory),
        relay: relay?.target,
        relayLoss: relayLoss,
        isIncompleteAtRelay: relay != nil && (hasRelayLosses || keeper.manifest.late != nil)))
  }

  /// Whether a directory stays on this machine: one for the trace, or one for the note about a
  /// trace that is sent, and for the messages of a recorder in the background.
  private var hasDirectory: Bool {
    switch options.output {
    case .directory: true
    case .temporary: false
    case .relay(_, _, let manifest, _): manifest != nil || options.isInBackground
    }
  }

  func detail(_ step: String) {
    emit(.detail(step))
  }
}
