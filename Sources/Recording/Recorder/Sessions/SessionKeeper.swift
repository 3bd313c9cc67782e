import Glibc
import RecordingManifests
import SystemSupport

/// Maintains a recording session: its snapshots and triggers, its chunks, its manifest.
///
/// LTTng writes snapshots, and rotates by time, automatically. It has no limits for that: a trigger
/// fires once, until the keeper sets it again; the keeper removes old chunks. It also ends chunks
/// after a time that LTTng's timer cannot hold, and by their size: by LTTng's own condition, a
/// program that is deployed again and again, and writes less than a chunk each time, was never
/// rotated, and filled the disk (seen with 2.13).
final class SessionKeeper {
  private(set) var session: RecordingSession
  let flight: FlightRecorderOptions?
  let rotation: RotationOptions?
  let emit: (RecordingMessage) -> Void
  private let watchdog: Watchdog
  private(set) var manifest: RecordingManifest
  var control: SelectionControl
  var announcements = RequestAnnouncements()
  private var disk: DiskWatch?
  private var output: OutputWatch?
  /// The path at which the directory of the recording was made.
  let place: String
  /// The change of the directory that has ended the recording; nil if there is none.
  private(set) var outputChange: OutputWatch.Change?

  private var knownSnapshots: Set<String> = []
  /// The causes of requested snapshots that were not seen yet.
  private var awaited: [RecordingManifest.Snapshot.Cause] = []
  private var snapshots = 0
  /// The length of the log of the session daemon at the last snapshot.
  private var knownLog = 0
  /// When the snapshots without a request were written.
  private var automaticSnapshots: [ContinuousClock.Instant] = []
  /// The recorded processes that run, for conditions on their memory.
  var processes: () -> [pid_t] = { [] }
  /// The processes whose memory exceeds the limit, and has had a snapshot written.
  private var largeProcesses: Set<pid_t> = []
  private var armed = false
  /// When the current triggers, or those that fired last, were set; in nanoseconds since the epoch.
  private var armedAt: Int64 = 0
  private var rearming: Deadline?
  private var knownChunks: Set<String>
  /// The number of the session's first chunk: a resumed recording has earlier ones.
  private let firstChunk: Int
  /// Whether the recording pauses while the disk is full, instead of ending.
  private let pausesWhenFull: Bool
  private var pausedAt: Int?
  /// Whether LTTng could not write a part of the trace, as the disk was full, and has given it up.
  private(set) var hasGivenUpFiles = false
  /// Whether a recording that pauses while the disk is full needs another session to continue.
  private(set) var needsNewSession = false
  /// The time of the next search for files that LTTng has given up, without its log.
  private var fileSearch = Deadline(after: .zero)
  /// The length of the log of the session daemon at the last such search.
  private var searchedLog = 0
  private var stateDump: Deadline?

  init(
    session: RecordingSession, control: SelectionControl, flight: FlightRecorderOptions?,
    rotation: RotationOptions?, manifest: RecordingManifest, watchdog: Watchdog, buffered: Int,
    pausesWhenFull: Bool = false, watchesOutput: Bool = true,
    emit: @escaping (RecordingMessage) -> Void
  ) {
    self.session = session
    place = session.directory
    self.control = control
    self.flight = flight
    self.rotation = rotation
    self.manifest = manifest
    self.watchdog = watchdog
    self.pausesWhenFull = pausesWhenFull
    self.emit = emit
    knownSnapshots = Set(SnapshotDirectories.names(in: session.directory))
    snapshots = knownSnapshots.count
    let earlier = RotatedChunks(of: session.directory).chunks.map(\.name)
    knownChunks = Set(earlier)
    firstChunk = earlier.count + (manifest.rotation?.removedChunks ?? 0)
    // LTTng writes a snapshot at once, however little room there is.
    disk = flight == nil ? DiskWatch(directory: session.directory, buffered: buffered) : nil
    RoomForNotes.reserve(in: session.directory)
    watchdog.take(directory: RoomForNotes.file(in: session.directory))
    if watchesOutput { output = OutputWatch(session.directory) }
    self.manifest.part = flight == nil ? .recording : .snapshots
    if let rotation {
      let removed = manifest.rotation?.removedChunks ?? 0
      self.manifest.rotation = RecordingManifest.Rotation(rotation)
      self.manifest.rotation?.removedChunks = removed
    }
  }

  /// The interval of checks. nil if there is nothing to check.
  var interval: Duration? {
    if outputChange != nil { return nil }
    if let flight { return flight.isTriggered ? Self.interval : .seconds(1) }
    if isPaused { return .seconds(1) }
    return [rotation == nil ? nil : Self.interval, isDiskFull ? nil : disk?.interval]
      .compactMap(\.self).min()
  }

  /// Whether the recording has ended because the disk was full.
  var isDiskFull: Bool { disk?.isFull == true && !isPaused }

  /// Whether the session was stopped for good.
  var hasEnded: Bool { isDiskFull || needsNewSession || outputChange != nil }

  /// Whether the session is stopped until there is room on the disk.
  var isPaused: Bool { pausedAt != nil }

  /// LTTng's answer to that, if the session was stopped.
  private(set) var earlyStop: LTTngClient.Answer?

  private static let interval = Duration.milliseconds(200)
  /// The interval between state dumps for a flight recorder: earlier ones are overwritten
  /// eventually.
  private static let stateDumpInterval = Duration.seconds(10)

  /// Starts, once the session records.
  func start() throws(RecordingFailure) {
    if manifest.write(to: session.directory) { output?.noteManifest() }
    RecordingStep.hasManifest.reach()
    chunkEnd = rotation?.period.map { Deadline(after: $0) }
    guard let flight else { return }
    stateDump = Deadline(after: Self.stateDumpInterval)
    for index in flight.triggers.indices { watchdog.take(trigger: triggerName(index)) }
    if let complaint = arm() {
      throw RecordingFailure(
        .tracerUnavailable, "LTTng could not watch for events:\n\(complaint)")
    }
  }

  /// Checks for new output of LTTng.
  func look() {
    lookAtOutput()
    guard outputChange == nil else { return }
    if flight != nil {
      lookForSnapshots()
      lookAtMemory()
    }
    if rotation != nil { lookForChunks() }
    lookAtDisk()
    if let stateDump, stateDump.hasPassed {
      regenerate()
      self.stateDump = Deadline(after: Self.stateDumpInterval)
    }
  }

  /// Ends the recording if its directory is not at its place any more. A flight recorder, whose
  /// snapshots are used up one by one, makes it again.
  private func lookAtOutput() {
    guard outputChange == nil, let change = output?.look() else { return }
    let path = place
    if flight != nil {
      let isMade = mkdir(path, 0o700) == 0 || errno == EEXIST
      guard isMade, manifest.write(to: path) else { return }
      output = OutputWatch(path)
      output?.noteManifest()
      RoomForNotes.reserve(in: path)
      knownSnapshots.formIntersection(Files.entries(of: path))
      return emit(.note("\(change.text(path)); snapshots are written to \(path) again"))
    }
    outputChange = change
    emit(.problem("\(change.text(path)): the recording in it ends here."))
    if case .renamed(let current) = change { session.directory = current }
    guard !isPaused else { return }
    stopEarly()
  }

  private func stopEarly() {
    var waiting: [ReceivedSignal] = []
    earlyStop = session.stop(patience: patience(RecordingSession.patience)) { waiting.append($0) }
    session.client.supervisor.deliverAgain(waiting)
  }

  /// Ends or pauses the recording if the disk is full: the program continues untraced, and the
  /// buffers are written out.
  private func lookAtDisk() {
    if isPaused { return continueIfPossible() }
    guard let free = disk?.look() else { return lookForGivenUpFiles() }
    let end =
      pausesWhenFull
      ? "The recording pauses until there is room"
      : "The recording ends here; the program continues"
    emit(
      .problem(
        "the disk is full: \(ByteCount(free).rounded) are left where \(session.directory) is. "
          + "\(end)."))
    stopEarly()
    guard pausesWhenFull else { return }
    pausedAt = time(nil)
    noteGivenUpFiles(earlyStop?.succeeded != true || mayHaveGivenUpFiles)
  }

  /// Ends the session if a disk was full between two looks, and LTTng writes a part of the trace no
  /// more.
  private func lookForGivenUpFiles() {
    guard pausesWhenFull, disk?.isFull == false else { return }
    if let log = session.client.daemon.log {
      let size = Files.size(of: log.path)
      guard size != searchedLog else { return }
      searchedLog = size
    } else {
      guard fileSearch.hasPassed else { return }
      fileSearch = Deadline(after: .seconds(10))
    }
    guard mayHaveGivenUpFiles else { return }
    stopEarly()
    noteGivenUpFiles(true)
    needsNewSession = true
  }

  /// Whether LTTng may have given up a part of the trace, which counts nothing as lost then.
  private var mayHaveGivenUpFiles: Bool {
    let isFull = disk?.isFull == true
    if let log = session.client.daemon.log {
      guard Self.writeFailure(in: log.text, mayBeFull: true) == .diskFull else { return false }
      // Else it may be another recording's disk.
      if isFull || session.client.daemon.isPrivate { return true }
    }
    let traces = UnfinishedTraces(
      directory: session.directory, candidates: session.client.daemon.children)
    return traces.haveGivenUpFiles ?? isFull
  }

  private func noteGivenUpFiles(_ hasGivenUp: Bool) {
    guard hasGivenUp else { return }
    hasGivenUpFiles = true
    emit(
      .problem(
        "the disk was full, and LTTng could not write everything: an unknown number of events is "
          + "lost."))
  }

  /// Starts the session again once there is room; or ends it if LTTng has closed a file of the
  /// trace, as it would write no event there.
  private func continueIfPossible() {
    guard let pausedAt, disk?.hasRoomAgain == true else { return }
    if !hasGivenUpFiles, mayHaveGivenUpFiles { noteGivenUpFiles(true) }
    let answer =
      hasGivenUpFiles ? nil : session.client.ask(["start", session.name])
    guard answer?.succeeded == true else {
      needsNewSession = true
      if let answer {
        emit(.problem("LTTng could not continue the session:\n\(answer.complaint)"))
      }
      return emit(.note("there is room on the disk again: a new part of the recording begins"))
    }
    self.pausedAt = nil
    disk?.resume()
    earlyStop = nil
    update {
      $0.interruptions =
        ($0.interruptions ?? []) + [
          .init(
            from: RecordingManifest.timestamp(pausedAt), to: RecordingManifest.timestamp(),
            reason: .diskFull)
        ]
    }
    emit(.note("there is room on the disk again: the recording continues"))
  }

  /// Whether an unknown number of events is lost, in this session or before it.
  var hasUnknownLosses: Bool {
    hasGivenUpFiles || manifest.interruptions?.contains { $0.lossesAreKnown == false } == true
  }

  /// When the recording has ended, in seconds since the epoch; nil for now.
  var ended: Int? {
    guard needsNewSession else { return nil }
    return hasGivenUpFiles
      ? ResumedRecording.latestWrite(of: session.directory) ?? pausedAt : pausedAt
  }

  /// The time to wait for LTTng to write: if the disk is full, it hangs.
  func patience(_ usual: Duration) -> Duration {
    disk?.isOutOfRoom == true ? min(usual, .seconds(3)) : usual
  }

  /// The reason why a part of the trace is missing, if LTTng could not write it; reports it if that
  /// was not detected in time.
  func checkWrites() -> RecordingManifest.End.Reason? {
    if outputChange != nil { return .outputMoved }
    if needsNewSession || disk?.isFull == true { return .diskFull }
    // The log of a daemon that recordings share has the errors of others, on other disks.
    let mayBeFull = session.client.daemon.isPrivate || disk?.hasAlwaysHadRoom != true
    let log = session.client.daemon.log?.text ?? ""
    guard let reason = Self.writeFailure(in: log, mayBeFull: mayBeFull) else { return nil }
    emit(
      .problem(
        "\(Self.words(reason)): a part of the trace could not be written. What is in "
          + "\(session.directory) can be read."))
    return reason
  }

  /// The reason for which LTTng could not write, according to the log of its daemon.
  private static func writeFailure(
    in log: String, mayBeFull: Bool
  ) -> RecordingManifest.End.Reason? {
    if mayBeFull, log.contains(errorText(ENOSPC)) { return .diskFull }
    return log.contains(errorText(EFBIG)) ? .fileLimit : nil
  }

  private static func words(_ reason: RecordingManifest.End.Reason) -> String {
    switch reason {
    case .diskFull: "the disk was full"
    case .fileLimit: "files may not become larger here (ulimit -f)"
    default: "LTTng could not complete it"
    }
  }

  /// Changes the manifest, and writes it for the last time.
  func conclude(_ change: (inout RecordingManifest) -> Void) {
    RoomForNotes.release(in: session.directory)
    change(&manifest)
    manifest.write(to: session.directory)
    RecordingStep.hasEnd.reach()
  }

  /// Changes the manifest, and writes it, unless the files of the recording were removed, which the
  /// next look finds by the missing manifest.
  func update(_ change: (inout RecordingManifest) -> Void) {
    change(&manifest)
    guard outputChange != nil || output?.lacksManifest != true else { return }
    manifest.write(to: session.directory)
  }

  /// Makes every process dump its state once more.
  func regenerate() {
    _ = session.client.ask(["regenerate", "statedump", "--session=\(session.name)"])
  }

  // MARK: Snapshots

  private func triggerName(_ index: Int) -> String { "\(session.name)-\(index)" }

  /// Sets the triggers; returns LTTng's error if that failed.
  private func arm() -> String? {
    guard let flight else { return nil }
    armedAt = Self.now()
    for (index, trigger) in flight.triggers.enumerated() {
      let output =
        trigger.snapshotName.map { ["--name=\($0)", "--path=\(session.directory)"] } ?? []
      let answer = session.client.ask(
        [
          "add-trigger", "--name=\(triggerName(index))", "--condition=event-rule-matches",
          "--type=user", "--name=\(trigger.pattern)", "--filter=\(trigger.filter)",
          "--action=snapshot-session", session.name,
        ] + output + [
          // The trigger fires once: a second slow action must not fill the disk before the first is
          // handled.
          "--rate-policy=once-after:1"
        ])
      guard answer.succeeded else { return answer.complaint }
    }
    armed = flight.isTriggered
    return nil
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private func disarm() {
    guard armed, let flight else { return }
    armed = false
    for index in flight.triggers.indices {
      _ = session.client.ask(["remove-trigger", triggerName(index)])
    }
  }

  /// Writes a snapshot when the memory of a process has exceeded the limit; again only after it
  /// was below.
  private func lookAtMemory() {
    guard let limit = flight?.memoryLimit else { return }
    let large = Set(processes().filter { LTTngProcesses.memory(of: $0) >= limit })
    largeProcesses.formIntersection(large)
    guard armed, !large.isSubset(of: largeProcesses) else { return }
    largeProcesses = large
    takeSnapshot(.memory)
  }

  /// Writes a snapshot of the events in memory.
  ///
  /// - Returns: The name of its directory; nil if it could not be written, or there are no events
  ///   in memory.
  @discardableResult
  func takeSnapshot(_ cause: RecordingManifest.Snapshot.Cause) -> String? {
    lookAtOutput()
    lookForSnapshots()
    awaited.append(cause)
    let known = knownSnapshots
    let answer = session.client.ask(
      ["snapshot", "record", "--session=\(session.name)"], patience: .seconds(60))
    lookForSnapshots(isCutOff: !answer.succeeded)
    awaited.removeAll()
    guard answer.succeeded else {
      emit(.problem("LTTng could not write a snapshot:\n\(answer.complaint)"))
      return nil
    }
    guard let new = SnapshotDirectories.latestRequested(of: knownSnapshots.subtracting(known))
    else {
      emit(.note("there is nothing to write: no instrumented process has recorded anything"))
      return nil
    }
    return new
  }

  /// - Parameter isCutOff: Whether LTTng reports that it could not write the requested one.
  private func lookForSnapshots(isCutOff: Bool = false) {
    let names = SnapshotDirectories.names(in: session.directory)
      .filter { !knownSnapshots.contains($0) }
    if !names.isEmpty {
      // LTTng answers when the snapshot is complete: it holds the session's lock meanwhile.
      _ = session.client.ask(["list", session.name], patience: .seconds(60))
    }
    for name in names {
      let path = session.directory + "/" + name
      if Files.entries(of: path + "/ust").isEmpty {
        // No process had buffers yet.
        Files.remove(path)
      } else {
        add(snapshot: name, isCutOff: isCutOff)
      }
    }
    if let rearming, rearming.hasPassed {
      self.rearming = nil
      if let complaint = arm() {
        emit(.problem("LTTng can no longer watch for events:\n\(complaint)"))
      }
    }
  }

  private func add(snapshot name: String, isCutOff: Bool) {
    knownSnapshots.insert(name)
    snapshots += 1
    let triggered = SnapshotTrigger.cause(ofSnapshot: name)
    let isRequested = triggered == nil && !awaited.isEmpty
    let cause = triggered ?? (isRequested ? awaited.removeFirst() : .slow)
    let failure = snapshotFailure() ?? (isCutOff && isRequested ? .notStopped : nil)
    let path = session.directory + "/" + name
    var manifest = manifest
    manifest.part = .snapshot
    manifest.snapshot = .init(number: snapshots, cause: cause, taken: RecordingManifest.timestamp())
    if cause == .slow, let rules = flight?.slow.map(\.text) {
      manifest.snapshot?.slow = .init(rule: rules.joined(separator: " or "), armed: "\(armedAt)")
    }
    manifest.snapshot?.condition = flight?.conditions.first { $0.cause == cause }?.text
    manifest.end = .init(failure ?? .complete, lossesAreKnown: failure == nil)
    manifest.ended = manifest.snapshot?.taken
    if let failure {
      RoomForNotes.release(in: session.directory)
      manifest.write(to: path)
      RoomForNotes.reserve(in: session.directory)
      emit(
        .problem(
          "\(Self.words(failure)): snapshot \(snapshots) (\(cause.words)), in \(path), is cut off.")
      )
    } else {
      manifest.write(to: path)
      emit(.note("snapshot \(snapshots) (\(cause.words)) is in \(path)"))
    }
    if [.slow, .effect, .queue, .memory].contains(cause) { limit() }
  }

  /// The reason for which LTTng has cut off a snapshot since the last call; nil if it has not, as
  /// far as known.
  private func snapshotFailure() -> RecordingManifest.End.Reason? {
    let log = session.client.daemon.log?.text ?? ""
    defer { knownLog = log.utf8.count }
    // Other recordings have their errors in the log of a shared daemon, on other disks.
    let free = Files.freeBytes(of: session.directory) ?? .max
    return Self.writeFailure(
      in: String(decoding: log.utf8.dropFirst(knownLog), as: UTF8.self),
      mayBeFull: session.client.daemon.isPrivate || free < RoomForNotes.bytes)
  }

  /// Prevents conditions that hold again and again from filling the disk.
  private func limit() {
    guard let flight else { return }
    let now = ContinuousClock.now
    automaticSnapshots = automaticSnapshots.suffix(flight.limit.count - 1) + [now]
    disarm()
    let count = automaticSnapshots.count
    let snapshots = "wrote \(count) snapshot\(count == 1 ? "" : "s") without a request"
    guard let pause = flight.limit.pause(after: automaticSnapshots.map { now - $0 }) else {
      rearming = nil
      return emit(
        .note(
          "\(snapshots), the limit of --max-snapshots. signpost snapshot writes further ones."))
    }
    if pause > flight.pause {
      emit(
        .note(
          "\(snapshots) within an hour, the limit of --max-snapshots. The next one is written in "
            + "\(max(1, pause.components.seconds / 60)) min at the earliest."))
    }
    rearming = Deadline(after: max(pause, flight.pause))
  }

  // MARK: Chunks

  /// Notes complete chunks, ends the open one if it is full, and removes those beyond the limits.
  private func lookForChunks() {
    noteChunks()
    guard let rotation, measure(rotation) else { return }
    rotateIfDue(rotation)
    removeExcess(rotation)
  }

  private func noteChunks() {
    let new = RotatedChunks(of: session.directory).chunks.filter {
      knownChunks.insert($0.name).inserted
    }
    for chunk in new {
      let path = RotatedChunks.path(in: session.directory) + "/" + chunk.name
      // Without a recorded process, a chunk is empty, and no reader could open it.
      if Files.size(of: path + "/ust") == 0 { Files.remove(path) } else { mark(chunk) }
    }
    if !new.isEmpty {
      hasRotated = true
      rotating = nil
      measuring = Deadline(after: .zero)
      regenerate()
    }
  }

  /// Whether the session has completed a chunk.
  private var hasRotated = false
  /// The bytes of the open chunk, and of all that is outside of complete chunks, such as the output
  /// of a program in the background, when they were measured last.
  private var open = (chunk: 0, all: 0)
  /// The time of the next measurement.
  private var measuring = Deadline(after: .zero)
  /// The time until which the rotation in progress may take; `nil` if there is none.
  private var rotating: Deadline?
  /// The time of the next request for a rotation, after one that LTTng refused.
  private var rotatingNext = Deadline(after: .zero)
  /// The end of the open chunk by time; `nil` if LTTng's timer ends it, or none does.
  private var chunkEnd: Deadline?

  /// Measures the bytes outside of complete chunks, if it is time: the processes of a long
  /// recording have left many files.
  private func measure(_ rotation: RotationOptions) -> Bool {
    guard measuring.hasPassed else { return false }
    guard rotation.isLimitedBySize else { return true }
    let start = ContinuousClock.now
    open = (0, 0)
    for entry in Files.entries(of: session.directory) where entry != RotatedChunks.directory {
      let bytes = diskUsage(of: session.directory + "/" + entry)
      open.all += bytes
      if RotatedChunks.isOpen(entry) { open.chunk += bytes }
    }
    measuring = Deadline(after: FileScan.pause(after: ContinuousClock.now - start))
    return true
  }

  /// Ends the open chunk if it has reached its size, or its time.
  private func rotateIfDue(_ rotation: RotationOptions) {
    let isFull = rotation.mostChunkBytes.map { open.chunk >= $0 } ?? false
    guard isFull || chunkEnd?.hasPassed == true, !isPaused, rotating?.hasPassed != false,
      rotatingNext.hasPassed
    else { return }
    let answer = session.client.ask(["rotate", "--no-wait", session.name])
    if answer.succeeded {
      // Asked again if nothing comes of it.
      rotating = Deadline(after: .seconds(30))
      chunkEnd = rotation.period.map { Deadline(after: $0) }
    } else {
      rotating = nil
      rotatingNext = Deadline(after: .seconds(30))
      emit(.problem("LTTng could not complete a chunk:\n\(answer.complaint)"))
    }
  }

  private func mark(_ chunk: RotatedChunks.Chunk) {
    var manifest = manifest
    manifest.part = .chunk
    manifest.chunk = firstChunk + chunk.number
    manifest.interruptions = nil
    manifest.end = .init(.complete)
    manifest.write(to: RotatedChunks.path(in: session.directory) + "/" + chunk.name)
    emit(.detail("chunk \(firstChunk + chunk.number) is complete"))
  }

  /// The sizes of complete chunks, by name.
  private var chunkSizes: [String: Int] = [:]

  private func removeExcess(_ rotation: RotationOptions) {
    guard rotation.keep != nil || rotation.mostBytes != nil else { return }
    let rotated = RotatedChunks(of: session.directory)
    let root = RotatedChunks.path(in: session.directory)
    var sizes: [Int] = []
    if rotation.mostBytes != nil {
      for chunk in rotated.chunks where chunkSizes[chunk.name] == nil {
        chunkSizes[chunk.name] = diskUsage(of: root + "/" + chunk.name)
      }
      sizes = rotated.chunks.map { chunkSizes[$0.name] ?? 0 }
    }
    let excess = rotated.excess(
      keep: rotation.keep, mostBytes: rotation.mostBytes, sizes: sizes, open: open.all)
    guard !excess.isEmpty else { return }
    // Before they are removed: a reader must not consider the rest complete.
    update { $0.rotation?.removedChunks += excess.count }
    for chunk in excess {
      Files.remove(root + "/" + chunk.name)
      chunkSizes[chunk.name] = nil
      emit(.detail("removed the oldest chunk, \(chunk.name)"))
    }
  }

  // MARK: The end

  /// Ends snapshots before the session stops.
  ///
  /// - Parameter isAbnormal: Whether the program failed: a last snapshot is written then.
  func willStop(isAbnormal: Bool) {
    guard flight != nil else { return }
    disarm()
    rearming = nil
    lookForSnapshots()
    if isAbnormal { takeSnapshot(.end) }
    if snapshots == 0 { emit(.note("no snapshot was requested, so nothing is on the disk")) }
  }

  /// Completes the last chunk, once the session has stopped.
  func didStop() {
    // LTTng would make the directory again where it was.
    guard outputChange == nil, let rotation else { return }
    // LTTng's timer may have completed a chunk since the last look, or begun another one.
    noteChunks()
    let hasLaterChunk = Files.entries(of: session.directory).contains {
      $0 != "ust" && RotatedChunks.isOpen($0)
    }
    guard hasRotated || rotating != nil || hasLaterChunk else { return }
    // LTTng refuses a rotation while another one takes place.
    while rotating?.hasPassed == false {
      usleep(20_000)
      noteChunks()
    }
    let deadline = Deadline(after: .seconds(5))
    var answer = session.client.ask(["rotate", session.name], patience: .seconds(60))
    while !answer.succeeded, !deadline.hasPassed {
      usleep(100_000)
      answer = session.client.ask(["rotate", session.name], patience: .seconds(60))
    }
    if !answer.succeeded {
      emit(.problem("LTTng could not complete the last chunk:\n\(answer.complaint)"))
    }
    noteChunks()
    if measure(rotation) { removeExcess(rotation) }
  }
}

extension RecordingManifest.Rotation {
  fileprivate init(_ options: RotationOptions) {
    self.init(keptChunks: options.keep, mostBytes: options.mostBytes)
    switch options.schedule {
    case .seconds(let seconds): self.seconds = seconds
    case .bytes(let bytes): self.bytes = bytes
    }
  }
}

extension RecordingManifest.Snapshot.Cause {
  fileprivate var words: String {
    switch self {
    case .command: "requested"
    case .signal: "by a signal"
    case .slow: "a slow action or observer"
    case .effect: "a failed effect"
    case .queue: "a long queue"
    case .memory: "the memory of a process"
    case .end: "the program failed"
    default: rawValue
    }
  }
}
