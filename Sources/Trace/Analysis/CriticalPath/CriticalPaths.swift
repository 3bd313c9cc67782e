/// Follows each action that comes from outside to the last of its consequences.
///
/// Paths are delivered once they are complete, which is not the order in which they begin. A common
/// mistake is to read with a filter of names: a path contains actions of all names. Select the
/// paths instead.
///
/// Memory depends on the number of concurrently open spans, never on the length of the trace:
///
/// - A path without open spans is kept until 16,384 others have become complete after it: a
///   debounced effect, a queued action or an observer of it may still begin.
/// - A path of more than ``longestPath`` spans is cut off; later spans form a path of their own.
/// - The actions that an effect sends after its first one are kept separately until the effect
///   ends, which decides whether it is awaited; an effect that sends more than ``mostOutputs`` is
///   not.
public final class CriticalPaths: TraceSink {
  /// The maximum number of spans in a path.
  public static let longestPath = 1 << 14

  /// The maximum number of actions that an effect can send before it counts as one that continues
  /// to send.
  public static let mostOutputs = 1 << 10

  /// Receives a path, and a function that finds the effects beside it, those with the least slack
  /// first.
  public typealias Handler = (CriticalPath, _ parallels: () -> [CriticalPath.Parallel]) throws ->
    Void

  private let handle: Handler
  /// Receives each path that was handled, with all of its actions and effects, causes first.
  var inspect: ((CriticalPath, [CascadeAction], [CascadeEffect]) -> Void)?
  private let quietLimit: Int
  private let spanLimit: Int

  /// Actions by the ids of their intervals, as long as these are open or their effects may still
  /// begin.
  private var actions: [Key: CascadeAction] = [:]
  private var effects: [Key: CascadeEffect] = [:]
  /// The action that last changed the state of a store, by store: the cause of its observers'
  /// reactions, if the trace does not name it.
  private var changes: [Key: CascadeAction] = [:]
  /// Actions that ended last and may have changed the state, by the ids of their intervals: the
  /// causes of reactions.
  private var recent: [Key: CascadeAction] = [:]
  /// The keys of ``recent``. The next one to be replaced is at ``nextRecent``.
  private var recentKeys: [Key] = []
  private var nextRecent = 0
  /// The causes of the reactions in progress.
  private var reactions: [ProcessIndex: CascadeAction] = [:]
  /// Cascades without open spans, the oldest first.
  private var quiet: [(cascade: Cascade, version: Int)] = []
  private var quietStart = 0
  private var latestWork = LatestWork()
  private var losses = LossTimes()
  private var finder = PathFinder()
  private(set) var spanCount = 0

  private typealias Key = SpanKey

  /// Creates a sink.
  ///
  /// - Parameter handle: Called with each complete path.
  public convenience init(_ handle: @escaping Handler) {
    self.init(quietLimit: 1 << 14, spanLimit: 1 << 18, handle)
  }

  /// - Parameters:
  ///   - quietLimit: The number of cascades without open spans that are kept.
  ///   - spanLimit: The number of spans above which no more are added to cascades.
  init(quietLimit: Int, spanLimit: Int, _ handle: @escaping Handler) {
    self.quietLimit = quietLimit
    self.spanLimit = spanLimit
    self.handle = handle
  }

  // MARK: - Spans

  /// Adds a span to the path that it belongs to.
  public func begin(_ span: Span) {
    switch span.kind {
    case .action: beginAction(span)
    case .effect: beginEffect(span)
    case .observer: beginReaction(span)
    case .interval, .store: break
    }
  }

  /// Ends a span, and delivers complete paths.
  public func end(_ span: Span) throws {
    if span.kind == .observer || span.kind == .action && span.isOutermost { latestWork.add(span) }
    switch span.kind {
    case .action: try endAction(span)
    case .effect: try endEffect(span)
    case .observer: try endReaction(span)
    case .store: changes[Key(process: span.process, id: span.id)] = nil
    case .interval: break
    }
  }

  /// Records a loss of events.
  public func gap(_ gap: TraceGap) { losses.add(gap) }

  /// Delivers the remaining paths.
  public func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) throws {
    while quietStart < quiet.count { try endOldest() }
  }

  // MARK: - Actions

  private func beginAction(_ span: Span) {
    let key = Key(process: span.process, id: span.id)
    if !span.isOutermost, let outer = actions[Key(process: span.process, id: span.parent)] {
      actions[key] = outer
      let cascade = outer.cascade.current
      cascade.open += 1
      cascade.version += 1
      return
    }
    let (cascade, cause) = place(of: span)
    let action = CascadeAction(span, cause: cause, of: cascade, after: latestWork)
    if cascade.size == 0 { cascade.start(with: action) }
    cause?.outputs.append(action)
    add(to: cascade)
    actions[key] = action
  }

  /// The cascade that an action belongs to, and the effect that sent it.
  private func place(of span: Span) -> (Cascade, CascadeEffect?) {
    if span.cause == 0 { return (Cascade(origin: .outside), nil) }
    guard let effect = effects[Key(process: span.process, id: span.cause)] else {
      return (Cascade(origin: .effect), nil)
    }
    let cascade = effect.action.cascade.current
    let isFull = cascade.size >= Self.longestPath || spanCount >= spanLimit
    let isFirst = effect.outputs.isEmpty
    switch effect.fate {
    case .openEnded where !isFirst: return (Cascade(origin: .effect), nil)
    case _ where isFull:
      cascade.doubts.insert(.cutOff)
      if effect.fate == .undecided { decide(effect, .openEnded) }
      return (Cascade(origin: .continued), nil)
    case .undecided where !isFirst:
      if effect.provisional.count >= Self.mostOutputs {
        decide(effect, .openEnded)
        return (Cascade(origin: .effect), nil)
      }
      let own = Cascade(origin: .effect)
      own.isProvisional = true
      effect.provisional.append(own)
      return (own, nil)
    default: return (cascade, effect)
    }
  }

  private func add(to cascade: Cascade) {
    cascade.open += 1
    cascade.size += 1
    cascade.version += 1
    spanCount += 1
  }

  private func endAction(_ span: Span) throws {
    let key = Key(process: span.process, id: span.id)
    guard let action = actions[key] else { return }
    if span.end != nil, span.stateChange != .no { remember(action, key) }
    if span.id == action.id {
      action.end(span)
      if span.end != nil, span.stateChange != .no, span.store != 0 {
        changes[Key(process: span.process, id: span.store)] = action
      }
    }
    note(span, in: action.cascade.current)
    // An interval that returned no effect causes none.
    if span.end == nil || span.effectKind == .none || span.effectKind == .cancel {
      actions[key] = nil
    } else {
      action.intervals.append(span.id)
      if span.effectKind == .concatenate { action.concatenations.append(span.id) }
    }
    try close(action.cascade.current)
  }

  private func remember(_ action: CascadeAction, _ key: Key) {
    recent[key] = action
    guard recentKeys.count == Self.mostRecent else { return recentKeys.append(key) }
    recent[recentKeys[nextRecent]] = nil
    recentKeys[nextRecent] = key
    nextRecent = (nextRecent + 1) % Self.mostRecent
  }

  /// Observers run in the turn after the change: few actions can be between.
  private static let mostRecent = 1 << 10

  private func note(_ span: Span, in cascade: Cascade) {
    guard span.end == nil else { return }
    cascade.doubts.insert(span.completeness == .endLost ? .lost : .running)
  }

  // MARK: - Effects

  private func beginEffect(_ span: Span) {
    guard span.cause != 0, let action = actions[Key(process: span.process, id: span.cause)] else {
      return
    }
    let cascade = action.cascade.current
    guard cascade.size < Self.longestPath, spanCount < spanLimit else {
      cascade.doubts.insert(.cutOff)
      return
    }
    let effect = CascadeEffect(span, of: action)
    action.effects.append(effect)
    effects[Key(process: span.process, id: span.id)] = effect
    add(to: cascade)
  }

  private func endEffect(_ span: Span) throws {
    guard let effect = effects[Key(process: span.process, id: span.id)] else { return }
    let cascade = effect.action.cascade.current
    effect.end = span.end
    effect.outcome = span.outcome
    note(span, in: cascade)
    if effect.fate == .undecided {
      let isOver = span.end != nil && span.outcome != .cancelled
      decide(effect, isOver ? .awaited : .openEnded)
    }
    try close(cascade.current)
  }

  private func decide(_ effect: CascadeEffect, _ fate: CascadeEffect.Fate) {
    effect.fate = fate
    let provisional = effect.provisional
    effect.provisional = []
    let cascade = effect.action.cascade.current
    for own in provisional {
      own.isProvisional = false
      if fate == .awaited, let output = own.root {
        output.follow(effect)
        effect.outputs.append(output)
        own.join(cascade)
      } else if own.open == 0 {
        quiet.append((own, own.version))
      }
    }
  }

  // MARK: - Observers

  private func beginReaction(_ span: Span) {
    let cause =
      span.cause != 0
      ? recent[Key(process: span.process, id: span.cause)]
      : changes[Key(process: span.process, id: span.store)]
    guard span.store != 0, let action = cause else { return }
    let cascade = action.cascade.current
    guard !cascade.isGone, cascade.size < Self.longestPath, spanCount < spanLimit else {
      return
    }
    reactions[span.process] = action
    add(to: cascade)
  }

  private func endReaction(_ span: Span) throws {
    guard let action = reactions.removeValue(forKey: span.process) else { return }
    if let end = span.end {
      action.reactions.append(
        CascadeReaction(
          id: span.id, file: span.source, line: span.line, begin: span.start, end: end))
    } else {
      note(span, in: action.cascade.current)
    }
    try close(action.cascade.current)
  }

  // MARK: - Ends

  /// Called when a span of a cascade has ended.
  private func close(_ cascade: Cascade) throws {
    cascade.open -= 1
    guard cascade.open == 0, !cascade.isProvisional else { return }
    quiet.append((cascade, cascade.version))
    while quietStart < quiet.count,
      quiet.count - quietStart > quietLimit || spanCount > spanLimit
    {
      try endOldest()
    }
  }

  private func endOldest() throws {
    let (cascade, version) = quiet[quietStart]
    quietStart += 1
    if quietStart >= max(quietLimit, 1 << 10) {
      quiet.removeFirst(quietStart)
      quietStart = 0
    }
    guard cascade.version == version, cascade.open == 0, !cascade.isGone else { return }
    guard let path = finder.path(of: cascade, losses) else { return }
    try handle(path) { [finder] in finder.parallels(path) }
    inspect?(path, finder.spans.actions, finder.spans.effects)
    forget(cascade)
  }

  private func forget(_ cascade: Cascade) {
    cascade.end()
    spanCount -= cascade.size
    let (spansOfActions, spansOfEffects) = finder.spans
    for effect in spansOfEffects {
      effects[Key(process: effect.process, id: effect.id)] = nil
      effect.outputs = []
    }
    for action in spansOfActions {
      for interval in action.intervals {
        actions[Key(process: action.process, id: interval)] = nil
      }
      let key = Key(process: action.process, id: action.store)
      if changes[key] === action { changes[key] = nil }
      // Iteratively: a chain of causes can be too long for the stack.
      action.effects = []
    }
    finder.forget()
  }
}
