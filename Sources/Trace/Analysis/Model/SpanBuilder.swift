/// Makes spans and points from events, for any number of sinks.
///
/// No other code pairs begins and ends. Its memory depends on the number of open spans, not on the
/// length of the trace.
public struct SpanBuilder {
  private var openActions: OpenSpans
  private var openEffects: OpenSpans
  private var openIntervals: OpenSpans
  private var openStores: OpenSpans
  private var causes = CauseTracker()
  /// The reactions in progress, by process: observers run on the main actor, one at a time.
  private var reactions: [ProcessIndex: Span] = [:]
  private var reactionCount: UInt64 = 0
  /// The end of each process's latest loss of events; -1 stands for losses that may concern any
  /// process.
  private var lossEnds: [ProcessIndex: Int64] = [:]
  private var unmatched = UnmatchedEvents()
  private let names: NameTable
  /// The names that were compared last.
  private var latestLevels: (outer: NameID, inner: NameID, isSame: Bool)?
  private var output: Output
  private let texts: EventTexts

  /// Creates a builder.
  ///
  /// - Parameters:
  ///   - sinks: The sinks, which are called in this order.
  ///   - filter: Selects the spans, points and gaps that they receive.
  ///   - unfilteredSinks: Sinks that receive everything, before the others do.
  ///   - reader: The reader of the events, with the tables of names and processes.
  ///   - openLimit: The maximum number of open spans of a kind. Beyond it, the older half counts as
  ///     having lost their ends.
  public init(
    sinks: [any TraceSink], filter: TraceFilter = TraceFilter(),
    unfilteredSinks: [any TraceSink] = [], of reader: TraceReader, openLimit: Int = 1 << 19
  ) {
    output = Output(
      sinks: sinks, unfilteredSinks: unfilteredSinks,
      filter: FilterState(filter, reader.names, reader.participants))
    texts = reader.texts
    names = reader.names
    openActions = OpenSpans(capacity: openLimit)
    openEffects = OpenSpans(capacity: openLimit)
    openIntervals = OpenSpans(capacity: openLimit)
    openStores = OpenSpans(capacity: openLimit)
  }

  /// The output: the sinks, restricted by the filter.
  private struct Output {
    let sinks: [any TraceSink]
    let unfilteredSinks: [any TraceSink]
    var filter: FilterState
    /// Whether the start of the filter has been reached.
    var hasReachedStart = false

    mutating func emit(beginOf span: Span) throws {
      for sink in unfilteredSinks { try sink.begin(span) }
      try emitFiltered(beginOf: span)
    }

    mutating func emitFiltered(beginOf span: Span) throws {
      guard hasReachedStart, span.start <= filter.end, takes(span) else { return }
      for sink in sinks { try sink.begin(span) }
    }

    mutating func emit(endOf span: Span) throws {
      for sink in unfilteredSinks { try sink.end(span) }
      guard hasReachedStart, span.start <= filter.end, takes(span) else { return }
      for sink in sinks { try sink.end(span) }
    }

    mutating func emit(_ point: TracePoint) throws {
      for sink in unfilteredSinks { try sink.point(point) }
      guard hasReachedStart, point.event.timestamp <= filter.end, takes(point) else { return }
      for sink in sinks { try sink.point(point) }
    }

    func emit(_ gap: TraceGap) throws {
      for sink in unfilteredSinks { try sink.gap(gap) }
      guard gap.start <= filter.end, gap.end >= filter.start else { return }
      for sink in sinks { try sink.gap(gap) }
    }

    @inline(__always)
    private mutating func takes(_ span: Span) -> Bool {
      filter.matches(
        span.name, source: span.kind == .interval ? span.source : .empty, span.process)
    }

    private mutating func takes(_ point: TracePoint) -> Bool {
      let process = point.event.process
      return switch point.event.payload {
      case .event(let event): filter.matches(event.name, source: event.source, process)
      case .log(let log): filter.matches(log.label, process)
      case .budgetExceeded(let excess): filter.matches(excess.name, process)
      case .reduceLatency(let latency): filter.matches(latency.name, process)
      case .send(let send): filter.matches(send.name, process)
      case .effectOutput(let output): filter.matches(output.name, process)
      case .scope: filter.matches(point.feature, process)
      default: filter.matches(point.spanName, process)
      }
    }
  }

  /// Adds an event, in the order of time.
  public mutating func add(_ event: TraceEvent) throws {
    output.filter.begin(event.timestamp)
    if !output.hasReachedStart, event.timestamp >= output.filter.start { try deliverOpenSpans() }
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
    case .observeBegin(let observer, let cause): try beginReaction(observer, cause, event)
    case .observeEnd(let observer): try endReaction(observer, event)
    case .send(let send): try addSend(send, event)
    case .scope(let scope):
      try output.emit(
        TracePoint(
          event: event, span: TracePoint.Reference(kind: .store, id: scope.child),
          feature: feature(of: scope.store, event.process)))
    case .actionPayload(let action), .stateDiff(let action), .stateDigest(let action, _):
      try addValue(of: action, event)
    case .actionData(let data), .stateData(let data):
      try addValue(of: data.action, event)
    case .budgetExceeded(let excess):
      let isOfAnObserver = excess.action == 0
      try output.emit(
        TracePoint(
          event: event,
          span: isOfAnObserver ? nil : TracePoint.Reference(kind: .action, id: excess.action)))
    case .reduceLatency(let latency):
      try output.emit(
        TracePoint(
          event: event, span: TracePoint.Reference(kind: .action, id: latency.action)))
    default:
      try output.emit(TracePoint(event: event))
    }
  }

  /// Adds a loss.
  public mutating func add(_ gap: TraceGap) throws {
    let process = gap.process ?? -1
    lossEnds[process] = max(lossEnds[process] ?? .min, gap.end)
    try output.emit(gap)
  }

  /// Ends the open spans of a process that has ended.
  public mutating func end(process: ProcessIndex) throws {
    for var span in open where span.process == process {
      switch span.kind {
      case .action: _ = openActions.end(span.id, process)
      case .effect: _ = openEffects.end(span.id, process)
      case .interval: _ = openIntervals.end(span.id, process)
      case .store: _ = openStores.end(span.id, process)
      case .observer: reactions[process] = nil
      }
      span.completeness = .endLost
      try output.emit(endOf: span)
    }
    lossEnds[process] = nil
  }

  /// Ends all open spans, and finishes the sinks.
  public mutating func finish(_ summary: TraceSummary) throws {
    for var span in open {
      let lossEnd = max(lossEnds[span.process] ?? .min, lossEnds[-1] ?? .min)
      let mayHaveEnded = lossEnd >= span.start || !summary.damage.isEmpty
      span.completeness = mayHaveEnded ? .endLost : .stillOpen
      try output.emit(endOf: span)
    }
    for sink in output.unfilteredSinks + output.sinks { try sink.finish(summary, unmatched) }
  }

  /// All spans without an end so far, in the order of time.
  ///
  /// Sorts the places of spans instead of spans: there may be 100,000 open stores.
  private var open: some Sequence<Span> {
    var observers = OpenSpans()
    for reaction in reactions.values { _ = observers.begin(reaction) { _ in } }
    let tables = [openActions, openEffects, openIntervals, openStores, observers]
    let places = tables.indices.flatMap { table in
      tables[table].places.map { (table: table, position: $0) }
    }
    func order(_ place: (table: Int, position: Int)) -> (Int64, ProcessIndex, UInt64) {
      tables[place.table].read(at: place.position) { ($0.start, $0.process, $0.id) }
    }
    return places.sorted { order($0) < order($1) }.lazy.map { place in
      tables[place.table].read(at: place.position) { copy $0 }
    }
  }

  private mutating func deliverOpenSpans() throws {
    output.hasReachedStart = true
    // The open spans began before: the current texts belong to the event being delivered.
    try texts.withoutTexts {
      for span in open { try output.emitFiltered(beginOf: span) }
    }
  }

  // MARK: - Actions

  private mutating func beginAction(_ begin: TraceEvent.ActionBegin, _ event: TraceEvent) throws {
    var span = Span(.action, event, id: begin.action, name: begin.name)
    span.parent = begin.parent
    span.cause = begin.cause
    span.store = begin.store
    span.feature = feature(of: begin.store, event.process)
    causes.complete(action: &span, openEffects)
    if span.cause != 0, span.isOutermost {
      // An effect that began while tracing was disabled has no event for its outputs.
      _ = openEffects.update(span.cause, span.process) {
        if $0.cause == 0, $0.completeness == .announced { $0.outputs += 1 }
      }
    }
    try Self.open(span, &unmatched, &output, in: &openActions)
  }

  private mutating func endAction(_ end: TraceEvent.ActionEnd, _ event: TraceEvent) throws {
    guard var span = openActions.end(end.action, event.process) else {
      unmatched.actionEnds += 1
      return
    }
    span.stateChange = end.stateChanged
    span.effectKind = end.effect
    close(&span, event)
    if span.innermost == .empty {
      span.innermost = span.name
      span.innermostTime = span.selfTime ?? 0
    }
    if span.parent != 0,
      let outer = openActions.read(span.parent, span.process, { ($0.name, $0.store) })
    {
      let duration = span.duration ?? 0
      // The reducer of another store may have sent it.
      let isSameAction = outer.1 == span.store && isSameAction(outer.0, span.name)
      let isLevel = openActions.update(span.parent, span.process) { parent in
        let isLevel = isSameAction && parent.innermost == .empty
        if isLevel {
          parent.innermost = span.innermost
          parent.innermostTime = span.innermostTime
        }
        parent.nestedTime = parent.nestedTime.addingClamped(duration)
        parent.otherTime = parent.otherTime.addingClamped(isLevel ? span.otherTime : duration)
        if span.sharedChange == .yes { parent.hasChangedWithin = true }
        return isLevel
      }
      span.isLevel = isLevel ?? false
    }
    causes.keepName(of: span)
    if end.effect != .none { causes.keep(action: span) }
    try output.emit(endOf: span)
  }

  /// Whether both names are of one action, as enclosing and nested wrapper see it: the outer name
  /// ends with the inner one. A reducer can also call another with an action of its own.
  private mutating func isSameAction(_ outer: NameID, _ inner: NameID) -> Bool {
    if let latest = latestLevels, latest.outer == outer, latest.inner == inner {
      return latest.isSame
    }
    let (name, end) = (names[outer].name, names[inner].name)
    let isSame = name == end || name.hasSuffix(".\(end)")
    latestLevels = (outer, inner, isSame)
    return isSame
  }

  private mutating func addValue(of action: UInt64, _ event: TraceEvent) throws {
    try output.emit(
      TracePoint(
        event: event, span: TracePoint.Reference(kind: .action, id: action),
        spanName: openActions.read(action, event.process) { $0.name }
          ?? causes.name(ofEnded: action, event.process)))
  }

  // MARK: - Effects

  private mutating func beginEffect(_ begin: TraceEvent.EffectBegin, _ event: TraceEvent) throws {
    // A running effect is in the state dump of a session: that is not a repeated begin.
    let isKnown = openEffects.read(begin.effect, event.process) {
      $0.name == begin.name && $0.cause == begin.action
    }
    if isKnown == true { return }
    var span = Span(.effect, event, id: begin.effect, name: begin.name)
    span.cause = begin.action
    span.announce(begin.start)
    causes.complete(effect: &span, openActions)
    try Self.open(span, &unmatched, &output, in: &openEffects)
  }

  private mutating func addOutput(
    _ sent: TraceEvent.EffectOutput, _ event: TraceEvent
  ) throws {
    if openEffects.update(sent.effect, event.process, { $0.outputs += 1 }) == nil {
      unmatched.effectOutputs += 1
    }
    try output.emit(
      TracePoint(event: event, span: TracePoint.Reference(kind: .effect, id: sent.effect)))
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
    try output.emit(endOf: span)
  }

  // MARK: - Stores

  private mutating func createStore(_ store: TraceEvent.Store, _ event: TraceEvent) throws {
    // A store is in the state dump of a session: that is not a repeated creation.
    if openStores.read(store.store, event.process, { _ in () }) != nil { return }
    var span = Span(store, event)
    span.announce(store.start)
    try Self.open(span, &unmatched, &output, in: &openStores)
  }

  private mutating func releaseStore(_ store: TraceEvent.Store, _ event: TraceEvent) throws {
    guard var span = openStores.end(store.store, event.process) else {
      unmatched.storesReleased += 1
      try output.emit(endOf: Span(store, event).withoutBegin(event))
      return
    }
    close(&span, event)
    try output.emit(endOf: span)
  }

  private func feature(of store: UInt64, _ process: ProcessIndex) -> NameID {
    store == 0 ? .empty : openStores.read(store, process) { $0.name } ?? .empty
  }

  private mutating func addSend(_ send: TraceEvent.Send, _ event: TraceEvent) throws {
    let feature = feature(of: send.store, event.process)
    causes.keep(
      Span.Send(
        time: event.timestamp, store: send.store, feature: feature, depth: send.depth,
        isReentrant: send.isReentrant, waited: send.waitForActor),
      of: send.action, event.process)
    try output.emit(
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
    span.isSynchronous = begin.isSynchronous
    try Self.open(span, &unmatched, &output, in: &openIntervals)
  }

  private mutating func endInterval(_ end: TraceEvent.IntervalEnd, _ event: TraceEvent) throws {
    guard var span = openIntervals.end(end.interval, event.process) else {
      unmatched.intervalEnds += 1
      var span = Span(.interval, event, id: end.interval, name: end.name)
      span.source = end.source
      span.belongsTo = end.id
      span.outcome = Span.Outcome(end.outcome)
      try output.emit(endOf: span.withoutBegin(event))
      return
    }
    span.outcome = Span.Outcome(end.outcome)
    close(&span, event)
    try output.emit(endOf: span)
  }

  // MARK: - Observers

  private mutating func beginReaction(
    _ observer: TraceEvent.Observer, _ cause: TraceEvent.ObserverCause, _ event: TraceEvent
  ) throws {
    if var lost = reactions.removeValue(forKey: event.process) {
      lost.completeness = .endLost
      try output.emit(endOf: lost)
    }
    reactionCount += 1
    var span = Span(.observer, event, id: reactionCount, name: .empty)
    span.source = observer.file
    span.line = observer.line
    span.store = observer.store
    span.feature = feature(of: observer.store, event.process)
    span.cause = cause.action
    span.change = Span.Change(
      action: cause.name, property: cause.property, others: cause.others)
    reactions[event.process] = span
    try output.emit(beginOf: span)
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
    try output.emit(endOf: span)
  }

  // MARK: - Common

  private static func open(
    _ span: Span, _ unmatched: inout UnmatchedEvents, _ output: inout Output,
    in table: inout OpenSpans
  ) throws {
    var forgotten: [Span] = []
    guard table.begin(span, forget: { forgotten.append($0) }) else {
      unmatched.repeatedBegins += 1
      _ = table.update(span.id, span.process) { $0.completeness = .ambiguous }
      return
    }
    try output.emit(beginOf: span)
    for var span in forgotten {
      unmatched.forgotten += 1
      span.completeness = .endLost
      try output.emit(endOf: span)
    }
  }

  private mutating func close(_ span: inout Span, _ event: TraceEvent) {
    span.end = event.timestamp
    span.endThread = event.thread
    let isTimed = span.isStartKnown && span.completeness != .ambiguous
    if isTimed, event.timestamp < span.start { unmatched.reversed += 1 }
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

  /// Records whether it is part of a state dump, and when it began.
  fileprivate mutating func announce(_ start: TraceEvent.Start) {
    guard start.isAnnounced else { return }
    completeness = .announced
    // The event is written by the thread of the state dump.
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
