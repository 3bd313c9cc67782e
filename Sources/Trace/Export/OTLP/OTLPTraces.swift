import TraceAnalysis

/// Assigns spans to traces of OpenTelemetry: an action from outside, and all that it leads to, is
/// one trace.
///
/// This is an unfiltered sink, as causes may lie outside of the exported part: the filter does not
/// change the trace of a span. It has to receive each span before the exporter asks for its trace.
final class OTLPTraces: TraceSink {
  /// The number of spans after which a cause begins traces of their own, with links to it. Viewers
  /// load a trace as a whole, and a timer never ends.
  static let spanLimit = 1_000

  /// A trace: the span at its root, whose id is the id of the trace.
  final class Trace {
    let root: Span.Kind
    let process: ProcessIndex
    let id: UInt64
    fileprivate var spanCount = 1

    fileprivate init(rootedAt span: borrowing Span) {
      root = span.kind
      process = span.process
      id = span.id
    }
  }

  /// The trace of a span, and of its cause if that is known.
  struct Membership {
    let trace: Trace
    let causeTrace: Trace?

    /// Whether the cause is the parent of the span, and not linked from another trace.
    var isInTraceOfCause: Bool { trace === causeTrace }
  }

  /// An action or observer that runs.
  struct Running {
    let trace: Trace
    let category: TimelineCategory
    let id: UInt64

    fileprivate func isRecord(of span: borrowing Span) -> Bool {
      id == span.id && category == span.category
    }
  }

  /// The membership of the span that has begun or ended last; `nil` for an interval or a store,
  /// which is a trace of its own.
  private(set) var latest: Membership?
  private var actions = RecentTable<Membership>()
  private var effects = RecentTable<Membership>()
  private var observers: [SpanKey: Membership] = [:]
  private var running: [ThreadIndex: [Running]] = [:]

  func begin(_ span: Span) {
    let key = SpanKey(process: span.process, id: span.id)
    switch span.kind {
    case .action:
      let membership = membership(ofAction: span)
      actions[key] = membership
      latest = membership
    case .effect:
      let membership = member(
        span, causedBy: actions[SpanKey(process: span.process, id: span.cause)])
      effects[key] = membership
      latest = membership
    case .observer:
      let membership = member(
        span, causedBy: actions[SpanKey(process: span.process, id: span.cause)])
      observers[key] = membership
      latest = membership
    case .interval, .store: return
    }
    if span.kind != .effect, let thread = span.thread, let latest {
      running[thread, default: []].append(
        Running(trace: latest.trace, category: span.category, id: span.id))
    }
  }

  func end(_ span: Span) {
    let key = SpanKey(process: span.process, id: span.id)
    switch span.kind {
    case .action:
      latest = actions[key]
      // Nothing comes from an action that changes nothing and returns no effect.
      if span.effectKind == .none, span.stateChange == .no {
        actions[key] = nil
      } else {
        actions.end(key)
      }
    case .effect:
      latest = effects[key]
      effects.end(key)
    case .observer: latest = observers.removeValue(forKey: key)
    case .interval, .store:
      latest = nil
      return
    }
    if let thread = span.thread,
      let place = running[thread]?.lastIndex(where: { $0.isRecord(of: span) })
    {
      running[thread]?.remove(at: place)
    }
  }

  /// Forgets what runs: the lost events may be its end, and a record would be charged to it for
  /// ever.
  func gap(_ gap: TraceGap) {
    guard let process = gap.process else { return running.removeAll() }
    running = running.filter { $0.value.last?.trace.process != process }
  }

  /// The action or observer that runs on a thread, the innermost if there are several.
  func running(on thread: ThreadIndex?) -> Running? { thread.flatMap { running[$0]?.last } }

  private func membership(ofAction span: borrowing Span) -> Membership {
    // The wrappers of an action are one span each, within one another.
    if span.parent != 0, let outer = actions[SpanKey(process: span.process, id: span.parent)] {
      return Membership(trace: outer.trace, causeTrace: outer.trace)
    }
    return member(span, causedBy: effects[SpanKey(process: span.process, id: span.cause)])
  }

  private func member(_ span: borrowing Span, causedBy cause: Membership?) -> Membership {
    guard let cause = span.cause == 0 ? nil : cause?.trace else {
      return Membership(trace: Trace(rootedAt: span), causeTrace: nil)
    }
    guard cause.spanCount < Self.spanLimit else {
      return Membership(trace: Trace(rootedAt: span), causeTrace: cause)
    }
    cause.spanCount += 1
    return Membership(trace: cause, causeTrace: cause)
  }
}
