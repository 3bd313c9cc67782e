import Glibc
import RecordingManifests
import SystemSupport

/// Records running processes until a signal or a command ends it.
package struct AttachedRecording {
  package struct Options: Sendable {
    package var target: AttachTarget
    /// The name of the recording; nil for none.
    package var name: String?
    /// The duration of the recording; nil to record until a signal, or until the processes have
    /// ended.
    package var duration: Duration?
    package var output: String?
    package var buffers: BufferPlan.Request
    package var blocking: Bool
    package var events: EventSelection
    package var flight: FlightRecorderOptions?
    package var rotation: RotationOptions?
    /// The options of sampling processor time; nil to not sample it.
    package var profile: ProfileOptions?
    /// Whether it runs until it is stopped, resumes an earlier recording of its name, and limits
    /// its size. It follows the name of its target then: processes may come and go.
    package var isUnattended: Bool
    /// The command line, for the manifest.
    package var command: [String]

    package init(
      target: AttachTarget, name: String? = nil, duration: Duration? = nil, output: String? = nil,
      buffers: BufferPlan.Request = .init(), blocking: Bool = false,
      events: EventSelection = EventSelection(), flight: FlightRecorderOptions? = nil,
      rotation: RotationOptions? = nil, profile: ProfileOptions? = nil,
      isUnattended: Bool = false, command: [String] = []
    ) {
      self.target = target
      self.name = name
      self.duration = duration
      self.output = output
      self.buffers = buffers
      self.blocking = blocking
      self.events = events
      self.flight = flight
      self.rotation = rotation
      self.profile = profile
      self.isUnattended = isUnattended
      self.command = command
    }
  }

  package struct Result: Equatable, Sendable {
    package var directory: String
    package var end: RecordingEnd
    package var sawProcesses: Bool
    /// The directory in which the recording goes on, if it ended for another reason than a signal:
    /// a process of LTTng died that recorders replace, or its directory was removed or renamed.
    package var continuation: String?
    /// Whether the disk was full when it ended, and has room now.
    package var hasRoomAgain: Bool
    /// Why it ended, if its directory was removed or renamed; a clause.
    package var problem: String?
    /// The number of snapshots of a flight recorder; nil for other recordings.
    package var snapshots: Int?
  }

  private let options: Options
  private let emit: (RecordingMessage) -> Void
  private let supervisor: ProcessSupervisor
  /// The watchdog of a recording that this one continues in another session.
  private let earlierWatchdog: Watchdog?
  /// The watchdog if another recording continues this one. It keeps the session daemon, to which
  /// the programs are connected, until the other one uses that, or the recorder ends.
  private var heldWatchdog: Watchdog?
  private let environment = ProcessEnvironment.inherited
  private let isReady: (String) -> Void
  private var progress = RecordingProgress()
  /// Whether a signal has asked for the end: the recording is not resumed then.
  private var isStopped = false
  /// Whether the file of the state has the latest one.
  private var isStateWritten = false
  /// Whether the session daemon records nothing until a person restarts it.
  private var needsRestart = false
  /// The programs that the earlier parts of a resumed recording do not have from their beginning.
  private var earlierLate: [RecordingManifest.Process] = []

  /// - Parameters:
  ///   - earlier: The recording that this one continues, after it has run; nil for none.
  ///   - isReady: Called with the directory when recording has started.
  ///   - emit: Called with messages for the user.
  package init(
    options: Options, after earlier: AttachedRecording? = nil,
    isReady: @escaping (String) -> Void = { _ in },
    emit: @escaping (RecordingMessage) -> Void
  ) {
    self.options = options
    earlierWatchdog = earlier?.heldWatchdog
    // Signals that arrived meanwhile are for this one.
    supervisor =
      earlier.flatMap { $0.heldWatchdog == nil ? nil : $0.supervisor } ?? ProcessSupervisor()
    self.isReady = isReady
    self.emit = emit
  }

  /// Runs the recording.
  package mutating func run() throws(RecordingFailure) -> Result {
    defer { if heldWatchdog == nil { supervisor.restoreSignals() } }
    let earlier = options.isUnattended ? options.name : nil
    try OutputDirectory.check(options.output, name: earlier)
    let room = unattendedRoom
    let rotation = room.map { .unattended(options.rotation, room: $0) } ?? options.rotation
    var request = options.buffers.within(rotation)
    request.isForMany = options.flight == nil && (follows || options.target == .everything)
    let requirements = try RecordingRequirements.check(
      request, startsDaemon: !ServingDaemon.serves(environment), environment: environment,
      emit: emit)
    let (tools, buffers) = (requirements.tools, requirements.buffers)
    let setUp = try RecordingSetUp.make(
      temporaryRoom: nil, tools: tools, environment: environment, supervisor: supervisor)
    let (directory, watchdog) = (setUp.directory, setUp.watchdog)
    defer { if heldWatchdog == nil { watchdog.finish(supervisor: supervisor) } }

    var client = LTTngClient(
      daemon: SessionDaemon(place: .serving), tools: tools, directory: directory,
      supervisor: supervisor)
    client.tools.version = try client.version { signal throws(RecordingFailure) in
      try signal.cancelSetUp()
    }
    client.daemon = try ServingDaemon.find(
      client: client, tools: tools, watchdog: watchdog, emit: emit,
      onSignal: { signal throws(RecordingFailure) in try signal.cancelSetUp() })
    earlierWatchdog?.finish(supervisor: supervisor)
    // Before it has a session: its death is noticed from here on.
    var writers = LTTngProcesses(environment: environment)
    let processes = try client.findProcesses(
      of: options.target, waits: !follows || options.profile != nil, emit: emit)
    let output = try OutputDirectory.make(options.output, name: earlier)
    // It is claimed to the end.
    defer { withExtendedLifetime(output) {} }
    let keeper: SessionKeeper
    do throws(RecordingFailure) {
      keeper = try startSession(
        client: client, processes: processes, buffers: buffers, rotation: rotation,
        output: output, watchdog: watchdog)
    } catch {
      output.removeIfCreated()
      throw error
    }
    earlierLate = keeper.manifest.late ?? []
    let follower = ProcessFollower(
      client: client, session: keeper.session.name, target: options.target, follows: follows,
      tracked: processes, watchdog: watchdog)
    keeper.processes = { follower.processes }
    var state = RecorderState(
      name: options.name, subject: subject(processes), isStoppable: true,
      isFlightRecorder: options.flight != nil, session: keeper.session)
    state.resumptions = keeper.manifest.interruptions?.count ?? 0
    // A process id has another meaning later.
    if options.isUnattended, options.target.isOpen, let name = options.name {
      if let problem = NamedRecording.note(output.path, name: name) { emit(.problem(problem)) }
    }
    let profiler = CPUProfiler.prepare(
      options.profile, directory: output.path, log: directory.perfLog, environment: environment,
      supervisor: supervisor, watchdog: watchdog, emit: emit)
    profiler?.begin(processes.map(\.pid), environment: environment)
    update(&state, keeper, follower)
    emit(.note("recording \(state.subject) to \(output.path)\(untilWords)"))
    if options.blocking {
      emit(
        .note(
          "only a program that was started with LTTNG_UST_ALLOW_BLOCKING=1 in its environment waits "
            + "for room; events of others are discarded and counted, despite --blocking"))
    }
    if let mostBytes = rotation?.mostBytes, options.rotation?.mostBytes == nil, let room {
      emit(.note(RotationOptions.note(onLimit: mostBytes, room: room)))
    }
    isReady(output.path)

    wait(keeper: keeper, follower: follower, writers: &writers, state: &state)
    profiler?.stop()
    if let profile = profiler?.convert() { keeper.update { $0.profile = profile } }
    keeper.update { $0.late = late(follower) }
    finish(keeper, watchdog: watchdog)
    let place = keeper.session.directory
    let hasRoomAgain = keeper.needsNewSession && progress.deadWriter == nil && !isStopped
    if hasRoomAgain { heldWatchdog = watchdog }
    let mayGoOn =
      progress.deadWriter != nil && !needsRestart || keeper.outputChange != nil || hasRoomAgain
    return Result(
      directory: place, end: progress.end,
      sawProcesses: OutputDirectory.holdsProcesses(place),
      continuation: mayGoOn && !isStopped ? output.path : nil,
      hasRoomAgain: hasRoomAgain,
      problem: keeper.outputChange?.text(output.path),
      snapshots: options.flight.map { _ in SnapshotDirectories.names(in: place).count })
  }

  /// Writes the state for `status`, if it has changed.
  private mutating func update(
    _ state: inout RecorderState, _ keeper: SessionKeeper, _ follower: ProcessFollower
  ) {
    let before = state
    state.processes = follower.counts
    state.isPaused = keeper.isPaused
    state.hasUnknownLosses = keeper.hasUnknownLosses
    state.selection = keeper.control.selection.text
    follower.isPaused = keeper.isPaused
    guard state != before || !isStateWritten else { return }
    isStateWritten = state.write(to: keeper.session.client.directory)
    guard state != before else { return }
    keeper.update {
      $0.attached = follower.seen
      $0.late = late(follower)
    }
  }

  /// The programs that were not recorded from their beginning; nil if there are none.
  private func late(_ follower: ProcessFollower) -> [RecordingManifest.Process]? {
    let all = earlierLate + follower.late
    return all.isEmpty ? nil : all
  }

  /// Whether processes may come and go.
  private var follows: Bool { options.isUnattended && options.target.isOpen }

  /// The space that a recording without a limit shares with others; nil if it needs no limit.
  private var unattendedRoom: Int? {
    guard options.isUnattended, options.flight == nil, options.profile == nil,
      let free = Files.freeBytes(of: OutputDirectory.place(of: options.output))
    else { return nil }
    return free + (options.output.map { diskUsage(of: $0) } ?? 0)
  }

  // MARK: Before it records

  private func subject(_ processes: [ListedProcess]) -> String {
    switch options.target {
    case .everything: return "every instrumented process"
    case .name(let name) where follows: return "every process called \(name)"
    default: break
    }
    let list = processes.prefix(3).map { "\($0.name) (\($0.pid))" }.joined(separator: ", ")
    return processes.count > 3 ? "\(list) and \(processes.count - 3) more" : list
  }

  private var untilWords: String {
    if let duration = options.duration { return " for \(duration.formattedSeconds)" }
    guard options.name == nil else { return "" }
    return options.target == .everything
      ? "; Ctrl-C ends it" : "; it ends with the processes, or by Ctrl-C"
  }

  private func startSession(
    client: LTTngClient, processes: [ListedProcess], buffers: BufferPlan,
    rotation: RotationOptions?, output: OutputDirectory, watchdog: Watchdog
  ) throws(RecordingFailure) -> SessionKeeper {
    let interruption = try resume(output, client: client)
    let name = RecordingSession.uniqueName(pid: getpid())
    watchdog.take(session: name)
    var events = options.events
    events.slow = options.flight?.slow ?? []
    events.conditions = options.flight?.conditions ?? []
    let requested = events.rules.map(\.pattern)
    events.source = output.resumed?.manifest.selectionToResume(requested) ?? events.source
    var configuration = SessionConfiguration(
      name: name, directory: output.path, buffers: buffers, blocking: options.blocking,
      events: events,
      flushesMetadata: SessionConfiguration.hasMetadataChannel(client.tools.version))
    configuration.isSnapshot = options.flight != nil
    configuration.tracked = options.target == .everything ? nil : processes.map(\.pid)
    configuration.rotation = rotation
    var manifest = RecordingManifest(
      mode: options.target == .everything ? .registered : .attached, command: options.command,
      session: name, attached: processes.map { .init(pid: $0.pid, name: $0.name) },
      host: .current,
      options: .init(
        subbufferSize: buffers.subbufferSize, subbufferCount: buffers.subbufferCount,
        blocking: options.blocking, events: requested,
        slow: options.flight?.slow.map(\.text)),
      started: RecordingManifest.timestamp())
    manifest.begin(events.source)
    manifest.name = options.name
    if let earlier = output.resumed?.manifest, let interruption {
      manifest.started = earlier.started
      manifest.interruptions = (earlier.interruptions ?? []) + [interruption]
      manifest.rotation = earlier.rotation
      manifest.late = earlier.late
      manifest.resume(events.source, after: earlier)
    }
    manifest.part = options.flight == nil ? .recording : .snapshots
    // First: a recorder that is killed from here on leaves a directory that its name resumes.
    manifest.write(to: output.path)
    do throws(RecordingFailure) {
      let session = try RecordingSession.start(
        configuration, client: client,
        onSignal: { signal throws(RecordingFailure) in try signal.cancelSetUp() })
      let keeper = SessionKeeper(
        session: session, control: SelectionControl(configuration, page: nil),
        flight: options.flight, rotation: rotation, manifest: manifest,
        watchdog: watchdog, buffered: buffers.total, pausesWhenFull: options.isUnattended,
        emit: emit)
      try keeper.start()
      return keeper
    } catch {
      if let interruption { output.resumed?.restore(endedAt: interruption.from) }
      throw error
    }
  }

  /// Completes the earlier part of a recording that is continued.
  private func resume(
    _ output: OutputDirectory, client: LTTngClient
  ) throws(RecordingFailure) -> RecordingManifest.Interruption? {
    guard let resumed = output.resumed else { return nil }
    // It records still if the watchdog was killed as well.
    let session = resumed.manifest.session
    if client.ask(["list"]).sessions.contains(where: { $0.name == session }) {
      _ = client.ask(["destroy", session], patience: .seconds(60))
    }
    let interruption = try resumed.archive()
    emit(
      .note(
        "\(options.name ?? "the recording") is resumed: nothing was recorded from "
          + "\(interruption.from) to \(interruption.to)"))
    return interruption
  }

  // MARK: While it records

  private mutating func wait(
    keeper: SessionKeeper, follower: ProcessFollower, writers: inout LTTngProcesses,
    state: inout RecorderState
  ) {
    let deadline = options.duration.map { Deadline(after: $0) }
    let interval =
      follows && options.target != .everything ? ProcessFollower.shortInterval : Self.interval
    var keeperLook = Deadline(after: keeper.interval ?? Self.interval)
    var look = Deadline(after: min(interval, keeperLook.remaining))
    var writersLook = Deadline(after: .zero)
    while deadline?.hasPassed != true {
      let pause = [look, deadline].compactMap(\.self).min { $0.remaining < $1.remaining }
      switch supervisor.nextEvent(watching: [], until: pause) {
      case .signal(let signal):
        switch signal.number {
        case SIGINT, SIGQUIT, SIGTERM:
          isStopped = true
          return
        // A recording with a name outlives its terminal.
        case SIGHUP: if options.name == nil { return }
        case SIGUSR1: snapshot(.signal, keeper)
        case SIGUSR2:
          if keeper.answerRequests() {
            update(&state, keeper, follower)
          } else {
            snapshot(.command, keeper)
          }
        case SIGTSTP: raise(SIGSTOP)
        default: break
        }
      case .exited, .timeout: break
      }
      guard look.hasPassed else { continue }
      let hasChanged = follower.lookForChanges()
      if keeperLook.hasPassed {
        keeper.look()
        keeperLook = Deadline(after: keeper.interval ?? Self.interval)
        update(&state, keeper, follower)
      } else if hasChanged {
        update(&state, keeper, follower)
      }
      look = Deadline(after: min(interval, keeperLook.remaining))
      if keeper.hasEnded { return }
      if writersLook.hasPassed, let dead = writers.findDead() {
        let directory = ServingDaemon.answeringDirectory(environment: environment)
        let advice = writers.advice(in: directory)
        needsRestart = advice != nil
        let words = advice.map { " \($0)" } ?? ""
        emit(.problem("\(dead.capitalizedName) died; the programs continue untraced.\(words)"))
        progress.ended(dead)
        if SharedDaemonNote(directory: directory).exists { writers.killDaemon() }
        return
      }
      if writersLook.hasPassed { writersLook = Deadline(after: Self.interval) }
      if !follows, options.target != .everything, follower.haveAllEnded {
        emit(
          .note(
            follower.counts.most == 1 ? "the process has ended" : "all processes have ended"))
        return
      }
    }
  }

  private static let interval = Duration.milliseconds(200)

  private func snapshot(
    _ cause: RecordingManifest.Snapshot.Cause, _ keeper: SessionKeeper
  ) {
    if options.flight == nil {
      emit(.note("SIGUSR1 has a snapshot written only with --snapshot"))
    } else {
      keeper.takeSnapshot(cause)
    }
  }

  // MARK: After it

  private mutating func finish(_ keeper: SessionKeeper, watchdog: Watchdog) {
    let session = keeper.session
    progress.programEnded()
    keeper.willStop(isAbnormal: false)
    let completion: SessionKeeper.Completion
    do throws(CompletionGivenUp) {
      completion = try keeper.complete { (signal) throws(CompletionGivenUp) in
        if [SIGINT, SIGQUIT, SIGTERM].contains(signal.number) { isStopped = true }
        try progress.handleAfterEnd(signal, emit: emit)
      }
    } catch {
      keeper.conclude { $0.end = progress.manifestEnd(nil) }
      return
    }
    progress.ended(with: completion)
    progress.reportDeath(emit: emit)
    let end = progress.manifestEnd(completion.losses)
    keeper.conclude {
      $0.ended = RecordingManifest.timestamp(keeper.ended ?? time(nil))
      $0.end = end
    }
    if let remark = keeper.manifest.lateRemark, progress.deadWriter == nil {
      emit(.problem(remark))
    }
    keeper.quoteDaemon(after: progress.end, losses: completion.losses)
    if keeper.outputChange != nil {
      // To its end: LTTng makes the directory again for the last chunk.
      _ = session.client.ask(["destroy", session.name], patience: .seconds(60))
      watchdog.take(session: "")
      noteChange(keeper)
    } else if completion.answer.succeeded {
      session.leave(watchdog: watchdog, emit: emit)
    }
  }
}

extension AttachedRecording {
  /// Makes files that LTTng has written where the directory was a part of this recording: it makes
  /// the directory again for a process that starts, or a chunk.
  private func noteChange(_ keeper: SessionKeeper) {
    guard keeper.outputChange != nil, !Files.entries(of: keeper.place).isEmpty else { return }
    keeper.manifest.write(to: keeper.place)
  }
}

extension Duration {
  /// For messages, such as `10 s`.
  fileprivate var formattedSeconds: String {
    let (seconds, attoseconds) = components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    return milliseconds == 0 ? "\(seconds) s" : "\(seconds * 1000 + milliseconds) ms"
  }
}
