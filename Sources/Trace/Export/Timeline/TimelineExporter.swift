import TraceAnalysis

/// Arranges a trace on tracks: threads with nested calls, lanes with overlapping spans, and arrows
/// along the causes.
///
/// A ``TimelineWriter`` writes the format of a viewer. Memory depends on the number of concurrently
/// open spans and of names.
final class TimelineExporter<Writer: TimelineWriter>: UnfilteredExporter {
  let names: NameTable
  let texts: EventTexts
  let participants: TraceParticipants
  private let places: RecordingPlaces
  let writer: Writer
  /// The critical paths that are drawn, once everything was read.
  let paths: SlowestPaths?
  /// The findings that are drawn, once everything was read.
  let findings: ReportBuilder?

  private let queues: QueueCounts
  var unfilteredSinks: [any TraceSink] { [queues] }

  private var processes: [ProcessTracks] = []
  private var pids: Set<Int64> = []
  private var lastTrack: TimelineTrack.ID = 0
  private var startedEffects = StartedEffects()
  private var gapsGroup: TimelineTrack.ID?
  private var gapTracks: [String: TimelineTrack.ID] = [:]
  /// The latest time so far.
  var now: Int64 = .min

  /// - Parameters:
  ///   - filter: The part of the trace that the exporter receives.
  ///   - paths: Finds critical paths: a sink that has to be finished before this one.
  ///   - findings: Judges the trace: another such sink.
  init(
    _ reader: TraceReader, _ writer: Writer, _ filter: TraceFilter, paths: SlowestPaths? = nil,
    findings: ReportBuilder? = nil
  ) {
    self.paths = paths
    self.findings = findings
    names = reader.names
    texts = reader.texts
    participants = reader.participants
    places = RecordingPlaces(reader.directories)
    self.writer = writer
    queues = QueueCounts(filter, reader.names, reader.participants)
    queues.onChange = { [unowned self] in write($0) }
  }

  func begin(_ span: Span) {
    now = max(now, span.start)
    switch span.kind {
    case .action: beginAction(span)
    case .effect: beginEffect(span)
    case .interval: beginInterval(span)
    case .observer: beginReaction(span)
    case .store: beginStore(span)
    }
  }

  func end(_ span: Span) {
    if let end = span.end { now = max(now, end) }
    switch span.kind {
    case .action: endAction(span)
    case .effect: endEffect(span)
    case .interval: endInterval(span)
    case .observer: endReaction(span)
    case .store: endStore(span)
    }
  }

  func gap(_ gap: TraceGap) {
    let track = gapTracks[gap.stream] ?? newGapTrack(gap)
    writer.open(.begin, on: track, at: gap.start)
    writer.category(.gap)
    writer.name("lost \(gap.unit)")
    if let count = gap.count { writer.argument(.lost, count) }
    writer.argument(.unit, text: "\(gap.unit)")
    writer.argument(.stream, text: places.replaced(in: gap.stream))
    writer.close()
    writer.open(.end, on: track, at: max(gap.end, gap.start))
    writer.close()
  }

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) {
    for tracks in processes {
      // Sorted, for the same order each time.
      for (_, thread) in tracks.threads.sorted(by: { $0.key < $1.key }) { flush(thread) }
      for (_, store) in tracks.stores.sorted(by: { $0.key < $1.key }) { store.calls.map(flush) }
      tracks.withoutStore.calls.map(flush)
      tracks.observers.map(flush)
      tracks.actionCount.flush { self.writeActionRate($0, $1, tracks) }
      writer.define(processTrack(tracks))
    }
    paths.map(write)
    if let findings { write(findingsOf: findings.report(of: "", names: names)) }
    write(summary.damage)
    writer.finish()
  }

  // MARK: - Tracks

  func newTrack(
    _ name: String, of process: ProcessTracks?, below parent: TimelineTrack.ID? = nil,
    isLane: Bool = false, rank: Int = 0
  ) -> TimelineTrack.ID {
    lastTrack += 1
    writer.define(
      TimelineTrack(
        id: lastTrack, process: process?.id, parent: parent,
        content: .plain(name: name, isLane: isLane), rank: rank))
    return lastTrack
  }

  func newCounter(
    _ name: String, _ unit: String, of process: ProcessTracks, below parent: TimelineTrack.ID? = nil
  ) -> TimelineTrack.ID {
    lastTrack += 1
    writer.define(
      TimelineTrack(
        id: lastTrack, process: process.id, parent: parent,
        content: .counter(name: name, unit: unit)))
    return lastTrack
  }

  @inline(__always)
  func tracks(of process: ProcessIndex) -> ProcessTracks {
    if Int(process) < processes.count { return processes[Int(process)] }
    return addTracks(of: process)
  }

  private func addTracks(of process: ProcessIndex) -> ProcessTracks {
    while processes.count <= Int(process) {
      let index = processes.count
      // Viewers distinguish processes by this number only.
      var pid = participants.processes[index].vpid ?? 0
      if pid <= 0 || !pids.insert(pid).inserted { pid = 1_000_000_000 + Int64(index) }
      lastTrack += 1
      let tracks = ProcessTracks(ProcessIndex(index), lastTrack, pid: pid)
      processes.append(tracks)
      writer.define(processTrack(tracks))
    }
    return processes[Int(process)]
  }

  private func processTrack(_ tracks: ProcessTracks) -> TimelineTrack {
    let process = participants.processes[Int(tracks.index)]
    var name = process.name
    if let vpid = process.vpid, vpid != tracks.pid { name += " (\(vpid))" }
    if participants.hosts.count > 1, !process.host.isEmpty { name += " on \(process.host)" }
    return TimelineTrack(
      id: tracks.id, content: .process(pid: tracks.pid, name: name), rank: Int(tracks.index))
  }

  /// The track of a call: its thread, or the result of `fallback` in a trace without threads.
  @inline(__always)
  func calls(
    _ tracks: ProcessTracks, _ thread: ThreadIndex?, otherwise fallback: () -> CallTrack
  ) -> CallTrack {
    guard let thread else { return fallback() }
    // The thread of the previous event is often also the thread of the next one.
    if thread == tracks.lastThread, let calls = tracks.lastCalls { return calls }
    let calls = tracks.threads[thread] ?? addThread(thread, tracks)
    tracks.lastThread = thread
    tracks.lastCalls = calls
    return calls
  }

  private func addThread(_ thread: ThreadIndex, _ tracks: ProcessTracks) -> CallTrack {
    lastTrack += 1
    let (tid, name) = participants.thread(thread)
    writer.define(
      TimelineTrack(
        id: lastTrack, process: tracks.id,
        content: .thread(
          // The main thread of a process has the number of the process.
          pid: tracks.pid,
          tid: tid == participants.processes[Int(tracks.index)].vpid ? tracks.pid : tid,
          name: name)))
    let calls = CallTrack(lastTrack)
    tracks.threads[thread] = calls
    return calls
  }

  private func newGapTrack(_ gap: TraceGap) -> TimelineTrack.ID {
    // The owner of lost events is unknown for a stream that several processes write.
    let process = gap.process.map { tracks(of: $0) }
    let group =
      process?.gapsGroup ?? (process == nil ? gapsGroup : nil)
      ?? newTrack("Lost events", of: process, rank: -1)
    if let process { process.gapsGroup = group } else { gapsGroup = group }
    let track = newTrack("Lost events", of: process, below: group, isLane: true)
    gapTracks[gap.stream] = track
    return track
  }

  /// Shows the damage at the end: its time is unknown.
  private func write(_ damage: [TraceDamage]) {
    if damage.isEmpty { return }
    let track = newTrack("Damage", of: nil, rank: -1)
    for part in damage {
      writer.open(.instant, on: track, at: max(now, 0))
      writer.category(.damage)
      writer.name("damage")
      writer.argument(.stream, text: places.replaced(in: part.path))
      writer.argument(.message, text: places.replaced(in: part.message))
      writer.close()
    }
  }

  // MARK: - Actions

  private func beginAction(_ span: Span) {
    let tracks = tracks(of: span.process)
    let calls = calls(tracks, span.thread) {
      storeCalls(storeTracks(span.store, tracks), span, tracks)
    }
    begin(span, on: calls, tracks) { writer in
      writer.argument(.action, span.id)
      if span.store != 0 {
        writer.argument(.store, span.store)
        if span.feature != .empty { writer.argument(.feature, span.feature) }
      }
      if span.parent != 0 { writer.argument(.parent, span.parent) }
      if span.cause != 0 { writer.argument(.cause, span.cause) }
      if span.send != nil {
        writer.flowEnd(FlowID.send(of: span.id, span.process))
      } else if span.cause != 0, span.parent == 0, let index = tracks.nextOutput(of: span.cause) {
        writer.flowEnd(FlowID.output(index, of: span.cause, span.process))
      }
    }
    tracks.latest = calls
    if span.isOutermost {
      tracks.actionCount.add(span.start) { writeActionRate($0, $1, tracks) }
    }
    if let send = span.send, span.isQueued { writeWaiting(span, send, tracks) }
  }

  private func endAction(_ span: Span) {
    let tracks = tracks(of: span.process)
    let calls = calls(tracks, span.thread) {
      storeCalls(storeTracks(span.store, tracks), span, tracks)
    }
    guard let index = calls.stack.index(of: span) else { return }
    if span.completeness == .stillOpen { return }
    unwind(calls, to: index + 1, at: span.end ?? now)
    flush(calls)
    calls.ended = CallTrack.EndedAction(span, at: max(span.end ?? now, span.start))
    calls.payload = calls.stack.frames.removeLast().content
    tracks.latest = calls
    startedEffects.end(span)
  }

  /// Writes the end of an ended action, once no state difference can follow.
  @inline(__always)
  func flush(_ calls: CallTrack) {
    if let action = calls.ended { flush(action, calls) }
  }

  private func flush(_ action: CallTrack.EndedAction, _ calls: CallTrack) {
    writer.open(.end, on: calls.id, at: action.end)
    writer.argument(.stateChanged, word: action.stateChange.word)
    writer.argument(.returned, word: action.effectKind.word)
    if let payload = calls.payload {
      writer.argument(.payload, text: payload)
      calls.payload = nil
    }
    if let text = calls.stateDiff {
      writer.argument(.stateDiff, text: text)
      calls.stateDiff = nil
    }
    if action.completeness != .whole {
      writer.argument(.completeness, word: action.completeness.word)
    }
    for index in 0..<StartedEffects.offered(action.effectKind) {
      writer.flow(FlowID.effect(index, of: action.id, action.process))
    }
    writer.close()
    calls.ended = nil
  }

  private func begin(
    _ span: Span, on calls: CallTrack, _ tracks: ProcessTracks, arguments: (Writer) -> Void
  ) {
    flush(calls)
    unwind(calls, to: calls.stack.depth(beginning: span), at: span.start)
    writer.open(.begin, on: calls.id, at: span.start)
    writer.category(span.category)
    if span.kind == .observer {
      writer.name(observerName(span))
    } else {
      writer.name(span.name)
    }
    arguments(writer)
    writer.close()
    calls.stack.frames.append(CallStack.Frame(span, nil))
  }

  /// Ends the open spans beyond a depth: their own ends are lost.
  func unwind(_ calls: CallTrack, to depth: Int, at time: Int64) {
    while calls.stack.frames.count > depth {
      let frame = calls.stack.frames.removeLast()
      writer.open(.end, on: calls.id, at: time)
      if let payload = frame.content { writer.argument(.payload, text: payload) }
      writer.argument(.completeness, word: Span.Completeness.endLost.word)
      writer.close()
    }
  }

  private func writeActionRate(_ time: Int64, _ rate: Int64, _ tracks: ProcessTracks) {
    let counter = tracks.actionsCounter ?? newCounter("Actions per second", "1/s", of: tracks)
    tracks.actionsCounter = counter
    writer.count(rate, on: counter, at: time)
  }

  // MARK: - Observers

  private func observerCalls(_ tracks: ProcessTracks) -> CallTrack {
    if let calls = tracks.observers { return calls }
    let calls = CallTrack(newTrack("Observers", of: tracks))
    tracks.observers = calls
    return calls
  }

  private func beginReaction(_ span: Span) {
    let tracks = tracks(of: span.process)
    let calls = calls(tracks, span.thread) { observerCalls(tracks) }
    begin(span, on: calls, tracks) { writer in
      writer.argument(.file, span.source)
      writer.argument(.line, span.line)
      if span.store != 0 { writer.argument(.store, span.store) }
      if span.change.property != .empty {
        writer.argument(.property, span.change.property)
        writer.argument(.otherProperties, span.change.others)
      }
      if span.cause != 0 {
        writer.argument(.action, span.cause)
        writer.argument(.changedBy, span.change.action)
      }
    }
  }

  private func endReaction(_ span: Span) {
    let tracks = tracks(of: span.process)
    let calls = calls(tracks, span.thread) { observerCalls(tracks) }
    guard let index = calls.stack.index(of: span), span.completeness != .stillOpen else { return }
    let end = max(span.end ?? now, span.start)
    flush(calls)
    unwind(calls, to: index + 1, at: end)
    calls.stack.frames.removeLast()
    writer.open(.end, on: calls.id, at: end)
    writeCompleteness(span)
    writer.close()
  }

  private func observerName(_ span: Span) -> String { "\(names[span.source].name):\(span.line)" }

  // MARK: - Lanes

  /// Begins a span that may overlap others of its kind.
  func beginOnLane(
    _ span: Span, _ group: LaneGroup, _ tracks: ProcessTracks, arguments: (Writer) -> Void
  ) -> ProcessTracks.OpenOnLane {
    // A span that began before its begin event may overlap earlier spans of its lane.
    let free = span.start < now ? nil : group.take(span.name)
    let lane =
      free ?? newTrack(laneName(span), of: tracks, below: group.parent, isLane: true)
    writer.open(.begin, on: lane, at: span.start)
    writer.category(span.category)
    writer.name(span.name)
    arguments(writer)
    if span.completeness != .whole { writeCompleteness(span) }
    writer.close()
    return ProcessTracks.OpenOnLane(lane: lane, group: group)
  }

  func endOnLane(
    _ span: Span, _ open: ProcessTracks.OpenOnLane, arguments: (Writer) -> Void
  ) {
    // Left open: viewers draw it to the end of the trace.
    if span.completeness == .stillOpen { return }
    writer.open(.end, on: open.lane, at: max(span.end ?? now, span.start))
    arguments(writer)
    writeCompleteness(span)
    writer.close()
    open.group.put(open.lane, span.name)
  }

  private func laneName(_ span: Span) -> String { names[span.name].displayed }

  func writeCompleteness(_ span: Span) {
    if span.completeness != .whole {
      writer.argument(.completeness, word: span.completeness.word)
    }
  }

  // MARK: - Effects

  private func beginEffect(_ span: Span) {
    let tracks = tracks(of: span.process)
    if tracks.effects[span.id] != nil { return }
    let store = storeTracks(span.store, tracks)
    let group =
      store.effects
      ?? LaneGroup(
        newTrack("Effects", of: tracks, below: store.id, rank: 2))
    store.effects = group
    let flow = startedEffects.start(span)
    tracks.effects[span.id] = beginOnLane(span, group, tracks) { writer in
      writer.argument(.effect, span.id)
      if span.cause != 0 { writer.argument(.cause, span.cause) }
      guard let flow else { return }
      let id = FlowID.effect(flow.index, of: span.cause, span.process)
      if flow.isLast { writer.flowEnd(id) } else { writer.flow(id) }
    }
    countBegin(of: span, tracks)
  }

  private func endEffect(_ span: Span) {
    let tracks = tracks(of: span.process)
    guard let open = tracks.effects.removeValue(forKey: span.id) else { return }
    endOnLane(span, open) { writer in
      if let outcome = span.outcome { writer.argument(.outcome, word: outcome.word) }
      writer.argument(.outputs, span.outputs)
    }
    countEnd(of: span, tracks)
  }

  // MARK: - Intervals

  func signposter(_ source: NameID, _ tracks: ProcessTracks) -> LaneGroup {
    if let group = tracks.signposters[source] { return group }
    let name = names[source]
    let text = [name.prefix, name.name].filter { !$0.isEmpty }.joined(separator: ":")
    let group = LaneGroup(newTrack(text.isEmpty ? "Signposts" : text, of: tracks))
    tracks.signposters[source] = group
    return group
  }

  private func beginInterval(_ span: Span) {
    let tracks = tracks(of: span.process)
    if tracks.intervals[span.id] != nil { return }
    let message = texts.message
    tracks.intervals[span.id] = beginOnLane(span, signposter(span.source, tracks), tracks) {
      writer in
      writer.argument(.interval, span.id)
      if span.belongsTo != 0 { writer.argument(.belongsTo, span.belongsTo) }
      if !message.isEmpty { writer.argument(.message, text: message) }
    }
  }

  private func endInterval(_ span: Span) {
    let tracks = tracks(of: span.process)
    guard let open = tracks.intervals.removeValue(forKey: span.id) else {
      if span.completeness == .beginLost {
        writeLostBegin(span, on: signposter(span.source, tracks).parent, .interval)
      }
      return
    }
    let message = span.end == nil ? "" : texts.message
    endOnLane(span, open) { writer in
      if let outcome = span.outcome { writer.argument(.outcome, word: outcome.word) }
      if !message.isEmpty { writer.argument(.message, text: message) }
    }
  }

  /// Shows the end of a span without a begin.
  func writeLostBegin(
    _ span: Span, on track: TimelineTrack.ID, _ key: TimelineArgument
  ) {
    writer.open(.instant, on: track, at: span.end ?? span.start)
    writer.category(span.category)
    writer.name(span.name)
    writer.argument(key, span.id)
    if let outcome = span.outcome { writer.argument(.outcome, word: outcome.word) }
    writeCompleteness(span)
    writer.close()
  }
}

extension ProcessTracks {
  /// The index of the output that led to an action, among the outputs of its effect.
  fileprivate func nextOutput(of effect: UInt64) -> UInt64? {
    guard !hasSends, let open = effects[effect], open.begun < open.outputs else { return nil }
    effects[effect]?.begun += 1
    return open.begun
  }
}
