/// Puts begins and ends together: makes spans and points of events, for any number of sinks.
///
/// The only place that pairs events. Memory depends on what is open at the same time, never on the
/// length of the trace.
public struct SpanBuilder {
  private let sinks: [any TraceSink]
  private var openActions: OpenSpans
  private var openEffects: OpenSpans
  private var openIntervals: OpenSpans
  private var openStores: OpenSpans
  private var causes = CauseTracker()
  /// The reactions under way, by process: observers run on the main actor, one at a time.
  private var reactions: [ProcessIndex: Span] = [:]
  private var reactionCount: UInt64 = 0
  /// Until when each process has lost events; -1 stands for what may be of any of them.
  private var lossEnds: [ProcessIndex: Int64] = [:]
  private var unmatched = UnmatchedEvents()

  /// Creates a builder.
  ///
  /// - Parameters:
  ///   - sinks: What takes in spans, points and gaps, in this order for each of them.
  ///   - openLimit: How many spans of a kind can be open at the same time. The older half of them is
  ///     given up when there are more, as having lost their ends.
  public init(sinks: [any TraceSink], openLimit: Int = 1 << 19) {
    self.sinks = sinks
    openActions = OpenSpans(capacity: openLimit)
    openEffects = OpenSpans(capacity: openLimit)
    openIntervals = OpenSpans(capacity: openLimit)
    openStores = OpenSpans(capacity: openLimit)
  }

  /// Takes an event in; they come in the order of time.
  public mutating func add(_ event: TraceEvent) throws {
    switch event.payload {
    case .actionBegin(let begin): try beginAction(begin, event)
    case .actionEnd(let end): try endAction(end, event)
    case .effectBegin(let begin): try beginEffect(begin, event)
    case .effectOutput(let output): try addOutput(output, event)
    case .effectEnd(let end): try endEffect(end, event)
    case .storeCreated(let store): try createStore(store, event)
    case .storeReleased(let store): try releaseStore(store, event)
    case .intervalBegin(let begin): try beginInterval(begin, event)
    case .intervalEnd(let end): try endInterval(end, event)
    case .observeBegin(let observer): try beginReaction(observer, event)
    case .observeEnd(let observer): try endReaction(observer, event)
    case .send(let send): try addSend(send, event)
    case .scope(let scope):
      try tell(
        TracePoint(
          event: event, span: TracePoint.Reference(kind: .store, id: scope.child),
          feature: feature(of: scope.store, event.process)))
    case .actionPayload(let action), .stateDiff(let action):
      try tell(TracePoint(event: event, span: TracePoint.Reference(kind: .action, id: action)))
    case .budgetExceeded(let excess):
      let isOfAnObserver = excess.action == 0
      try tell(
        TracePoint(
          event: event,
          span: isOfAnObserver ? nil : TracePoint.Reference(kind: .action, id: excess.action)))
    default:
      try tell(TracePoint(event: event))
    }
  }

  /// Takes a loss in.
  public mutating func add(_ gap: TraceGap) throws {
    let process = gap.process ?? -1
    lossEnds[process] = max(lossEnds[process] ?? .min, gap.end)
    for sink in sinks { try sink.gap(gap) }
  }

  /// Tells the sinks of all that has no end, and that there is no more.
  public mutating func finish(_ summary: TraceSummary) throws {
    var open = [openActions, openEffects, openIntervals, openStores].flatMap { Array($0.all) }
    open += reactions.values
    open.sort { ($0.start, $0.process, $0.id) < ($1.start, $1.process, $1.id) }
    for var span in open {
      let lossEnd = max(lossEnds[span.process] ?? .min, lossEnds[-1] ?? .min)
      let mayHaveEnded = lossEnd >= span.start || !summary.damage.isEmpty
      span.completeness = mayHaveEnded ? .endLost : .stillOpen
      try tellEnd(of: span)
    }
    for sink in sinks { try sink.finish(summary, unmatched) }
  }

  // MARK: - Actions

  private mutating func beginAction(_ begin: TraceEvent.ActionBegin, _ event: TraceEvent) throws {
    var span = Span(.action, event, id: begin.action, name: begin.name)
    span.parent = begin.parent
    span.cause = begin.cause
    span.store = begin.store
    span.feature = feature(of: begin.store, event.process)
    causes.complete(action: &span, openEffects)
    try Self.open(span, &unmatched, sinks, in: &openActions)
  }

  private mutating func endAction(_ end: TraceEvent.ActionEnd, _ event: TraceEvent) throws {
    guard var span = openActions.end(end.action, event.process) else {
      unmatched.actionEnds += 1
      return
    }
    span.stateChange = end.stateChanged
    span.effectKind = end.effect
    close(&span, event)
    if span.parent != 0, let duration = span.duration {
      _ = openActions.update(span.parent, span.process) {
        $0.nestedTime = $0.nestedTime.addingClamped(duration)
      }
    }
    if end.effect != .none { causes.keep(action: span) }
    try tellEnd(of: span)
  }

  // MARK: - Effects

  private mutating func beginEffect(_ begin: TraceEvent.EffectBegin, _ event: TraceEvent) throws {
    // One that runs when a session starts is announced again: that is not a mistake.
    let isKnown = openEffects.read(begin.effect, event.process) {
      $0.name == begin.name && $0.cause == begin.action
    }
    if isKnown == true { return }
    var span = Span(.effect, event, id: begin.effect, name: begin.name)
    span.cause = begin.action
    span.announce(begin.start)
    causes.complete(effect: &span, openActions)
    try Self.open(span, &unmatched, sinks, in: &openEffects)
  }

  private mutating func addOutput(
    _ output: TraceEvent.EffectOutput, _ event: TraceEvent
  ) throws {
    if openEffects.update(output.effect, event.process, { $0.outputs += 1 }) == nil {
      unmatched.effectOutputs += 1
    }
    try tell(
      TracePoint(event: event, span: TracePoint.Reference(kind: .effect, id: output.effect)))
  }

  private mutating func endEffect(_ end: TraceEvent.EffectEnd, _ event: TraceEvent) throws {
    guard var span = openEffects.end(end.effect, event.process) else {
      unmatched.effectEnds += 1
      return
    }
    span.outputs = end.outputs
    span.outcome = Span.Outcome(end.outcome)
    close(&span, event)
    if end.outputs > 0 { causes.keep(effect: span) }
    try tellEnd(of: span)
  }

  // MARK: - Stores

  private mutating func createStore(_ store: TraceEvent.Store, _ event: TraceEvent) throws {
    // One that is alive when a session starts is announced again: that is not a mistake.
    if openStores.read(store.store, event.process, { _ in () }) != nil { return }
    var span = Span(store, event)
    span.announce(store.start)
    try Self.open(span, &unmatched, sinks, in: &openStores)
  }

  private mutating func releaseStore(_ store: TraceEvent.Store, _ event: TraceEvent) throws {
    guard var span = openStores.end(store.store, event.process) else {
      unmatched.storesReleased += 1
      try tellEnd(of: Span(store, event).withoutBegin(event))
      return
    }
    close(&span, event)
    try tellEnd(of: span)
  }

  private func feature(of store: UInt64, _ process: ProcessIndex) -> NameID {
    store == 0 ? .empty : openStores.read(store, process) { $0.name } ?? .empty
  }

  private mutating func addSend(_ send: TraceEvent.Send, _ event: TraceEvent) throws {
    let feature = feature(of: send.store, event.process)
    causes.keep(
      Span.Send(
        time: event.timestamp, store: send.store, feature: feature, depth: send.depth,
        isReentrant: send.isReentrant),
      of: send.action, event.process)
    try tell(
      TracePoint(
        event: event, span: TracePoint.Reference(kind: .action, id: send.action), feature: feature))
  }

  // MARK: - Intervals

  private mutating func beginInterval(
    _ begin: TraceEvent.IntervalBegin, _ event: TraceEvent
  ) throws {
    var span = Span(.interval, event, id: begin.interval, name: begin.name)
    span.source = begin.source
    span.belongsTo = begin.id
    try Self.open(span, &unmatched, sinks, in: &openIntervals)
  }

  private mutating func endInterval(_ end: TraceEvent.IntervalEnd, _ event: TraceEvent) throws {
    guard var span = openIntervals.end(end.interval, event.process) else {
      unmatched.intervalEnds += 1
      var span = Span(.interval, event, id: end.interval, name: end.name)
      span.source = end.source
      span.belongsTo = end.id
      span.outcome = Span.Outcome(end.outcome)
      try tellEnd(of: span.withoutBegin(event))
      return
    }
    span.outcome = Span.Outcome(end.outcome)
    close(&span, event)
    try tellEnd(of: span)
  }

  // MARK: - Observers

  private mutating func beginReaction(
    _ observer: TraceEvent.Observer, _ event: TraceEvent
  ) throws {
    if var lost = reactions.removeValue(forKey: event.process) {
      lost.completeness = .endLost
      try tellEnd(of: lost)
    }
    reactionCount += 1
    var span = Span(.observer, event, id: reactionCount, name: .empty)
    span.source = observer.file
    span.line = observer.line
    span.store = observer.store
    span.feature = feature(of: observer.store, event.process)
    reactions[event.process] = span
    for sink in sinks { try sink.begin(span) }
  }

  private mutating func endReaction(_ observer: TraceEvent.Observer, _ event: TraceEvent) throws {
    guard var span = reactions[event.process], span.source == observer.file,
      span.line == observer.line
    else {
      unmatched.observerEnds += 1
      return
    }
    reactions[event.process] = nil
    close(&span, event)
    try tellEnd(of: span)
  }

  // MARK: - Common

  private static func open(
    _ span: Span, _ unmatched: inout UnmatchedEvents, _ sinks: [any TraceSink],
    in table: inout OpenSpans
  ) throws {
    var forgotten: [Span] = []
    guard table.begin(span, forget: { forgotten.append($0) }) else {
      unmatched.repeatedBegins += 1
      _ = table.update(span.id, span.process) { $0.completeness = .ambiguous }
      return
    }
    for sink in sinks { try sink.begin(span) }
    for var span in forgotten {
      unmatched.forgotten += 1
      span.completeness = .endLost
      for sink in sinks { try sink.end(span) }
    }
  }

  private mutating func close(_ span: inout Span, _ event: TraceEvent) {
    span.end = event.timestamp
    span.endThread = event.thread
    let isTimed = span.isStartKnown && span.completeness != .ambiguous
    if isTimed, event.timestamp < span.start { unmatched.reversed += 1 }
  }

  @inline(__always)
  private func tell(_ point: @autoclosure () -> TracePoint) throws {
    for sink in sinks { try sink.point(point()) }
  }

  @inline(__always)
  private func tellEnd(of span: Span) throws {
    for sink in sinks { try sink.end(span) }
  }
}

extension Span {
  fileprivate init(_ kind: Kind, _ event: TraceEvent, id: UInt64, name: NameID) {
    self.init(
      kind: kind, process: event.process, thread: event.thread, id: id, name: name,
      start: event.timestamp)
  }

  fileprivate init(_ store: TraceEvent.Store, _ event: TraceEvent) {
    self.init(.store, event, id: store.store, name: store.feature)
    source = store.file
    line = store.line
    self.store = store.parent
  }

  /// Notes whether it began before it was announced, and when.
  fileprivate mutating func announce(_ start: TraceEvent.Start) {
    guard start.isAnnounced else { return }
    completeness = .announced
    // The event is of a thread that announces.
    thread = nil
    let (time, isOutOfRange) = self.start.subtractingReportingOverflow(start.age ?? 0)
    isStartKnown = start.age != nil && !isOutOfRange
    if isStartKnown { self.start = time }
  }

  fileprivate consuming func withoutBegin(_ event: TraceEvent) -> Span {
    completeness = .beginLost
    isStartKnown = false
    end = event.timestamp
    endThread = event.thread
    thread = nil
    return self
  }
}

extension Span.Outcome {
  fileprivate init(_ outcome: TraceEvent.EffectOutcome) {
    switch outcome {
    case .finished: self = .finished
    case .cancelled: self = .cancelled
    case .failed: self = .failed
    case .unknown: self = .unknown
    }
  }

  fileprivate init(_ outcome: TraceEvent.IntervalOutcome) {
    switch outcome {
    case .finished: self = .finished
    case .cancelled: self = .cancelled
    case .failed: self = .failed
    case .abandoned: self = .abandoned
    case .unknown: self = .unknown
    }
  }
}
