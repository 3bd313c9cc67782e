import Durations

/// The spans that are open on each thread, the innermost last, and their times without each other.
///
/// Actions and reactions of observers are calls: they begin and end on one thread, each within the
/// call around it. An interval that begins and ends within a call is a part of it. Any other
/// interval may have been suspended meanwhile, unless it is synchronous; a trace does not contain
/// that.
///
/// Without threads, only calls of one store are known to be within each other, and no interval is
/// known to be within a call.
struct CallStacks {
  /// The time of a span that has ended.
  struct Ended {
    /// Nanoseconds within the selected period.
    var duration: Int64
    /// The same without the calls and intervals within the span.
    var exclusive: Int64
    /// For an action, the sum of ``exclusive`` of the action and of nested wrappers within it.
    var reducers: Int64 = 0
    /// The place of the span on its thread.
    var placement: Placement
    /// For an interval, the innermost call around it; for a call, the call itself.
    var call: Call?
    /// Nanoseconds of the longest call or interval directly within it.
    var longestNested: Int64 = 0
  }

  /// The places of a span on its thread.
  enum Placement {
    /// A call, or an interval within a call.
    case call
    /// An interval outside of calls that began and ended on the same thread, in the order of a
    /// stack.
    case outside
    /// An interval that ended on another thread, within a later call, or later than the call or
    /// interval around it.
    case moved
  }

  /// A call or an interval that is open.
  struct Call {
    var kind: Span.Kind
    var id: UInt64
    var name: NameID
    var source: NameID
    var line: UInt64
    var store: UInt64
    /// Nanoseconds of the calls and intervals directly within it.
    var nested: Int64 = 0
    /// Nanoseconds of the longest of these.
    var longest: Int64 = 0
    /// Nanoseconds of the actions of nested wrappers, without other calls and intervals.
    var reducers: Int64 = 0
    /// Whether this is an interval, and the call or interval around it has ended before it.
    var isMoved = false

    init(_ span: borrowing Span) {
      kind = span.kind
      id = span.id
      name = span.name
      source = span.source
      line = span.line
      store = span.store
    }

    /// Counts the calls and intervals directly within another one.
    mutating func adopt(_ other: Call) {
      nested = nested.addingClamped(other.nested)
      longest = max(longest, other.longest)
      reducers = reducers.addingClamped(other.reducers)
    }
  }

  private final class Stack {
    var calls: [Call] = []
  }

  /// The selected period, in nanoseconds since the Unix epoch.
  var period = Int64.min...Int64.max

  /// By thread: threads are numbered through all processes.
  private var stacks: [Stack?] = []
  /// The stacks of events without a thread, which identify their actor by the store.
  private var stores = KeyedRows<StoreKey, Stack> { Stack() }

  /// Intervals whose ends are lost would accumulate.
  private static let capacity = 1024

  private mutating func stack(_ span: borrowing Span) -> Stack {
    guard let thread = span.thread else { return stores[StoreKey(of: span)] }
    while stacks.count <= Int(thread) { stacks.append(nil) }
    if let stack = stacks[Int(thread)] { return stack }
    let stack = Stack()
    stacks[Int(thread)] = stack
    return stack
  }

  private static func isTracked(_ kind: Span.Kind) -> Bool {
    kind == .action || kind == .observer || kind == .interval
  }

  /// Processes the begin of a span.
  ///
  /// - Returns: The innermost call around it, if any.
  @discardableResult
  mutating func begin(_ span: borrowing Span) -> Call? {
    guard Self.isTracked(span.kind) else { return nil }
    let stack = stack(span)
    let around = stack.calls.last { $0.kind != .interval }
    stack.calls.append(Call(span))
    if stack.calls.count > Self.capacity { stack.calls.removeFirst(Self.capacity / 2) }
    return around
  }

  /// Processes the end of a span.
  ///
  /// - Returns: The time of the span; `nil` for other kinds, and without a known duration.
  mutating func end(_ span: borrowing Span) -> Ended? {
    guard Self.isTracked(span.kind) else {
      if span.kind == .store { stores.remove(StoreKey(span.id, of: span.process)) }
      return nil
    }
    let stack = stack(span)
    return end(span, &stack.calls)
  }

  private func end(_ span: borrowing Span, _ calls: inout [Call]) -> Ended? {
    let (id, kind) = (span.id, span.kind)
    guard let place = calls.lastIndex(where: { $0.id == id && $0.kind == kind }) else { return nil }
    let isCall = kind != .interval
    let isMoved =
      !isCall
      && (calls[place].isMoved || span.endThread != span.thread
        || calls[(place + 1)...].contains { $0.kind != .interval })
    if !isMoved {
      for index in calls.indices.reversed() where index > place && !calls[index].isMoved {
        calls[place].adopt(calls[index])
        if calls[index].kind == .interval {
          // It goes on. Its time is unknown, and remains the time of this span.
          calls[index].isMoved = true
        } else {
          // A call that has begun within another one ends before it: its end is lost.
          calls.remove(at: index)
        }
      }
    }
    let ended = calls.remove(at: place)
    let around = calls[..<place].lastIndex { !$0.isMoved }
    let selected = selected(span)
    guard let duration = selected, !isMoved else {
      // For the call around, this span does not exist. The ones within it do, and have counted
      // already if it was moved before.
      if let around, !ended.isMoved { calls[around].adopt(ended) }
      return selected.map {
        Ended(duration: $0, exclusive: max($0 - ended.nested, 0), placement: .moved)
      }
    }
    if let around {
      calls[around].nested = calls[around].nested.addingClamped(duration)
      calls[around].longest = max(calls[around].longest, duration)
    }
    let exclusive = max(duration - ended.nested, 0)
    let reducers = kind == .action ? exclusive.addingClamped(ended.reducers) : 0
    let outer = calls[..<place].lastIndex { $0.kind != .interval }
    if kind == .action, let outer, calls[outer].kind == .action, calls[outer].id == span.parent {
      calls[outer].reducers = calls[outer].reducers.addingClamped(reducers)
    }
    return Ended(
      duration: duration, exclusive: exclusive, reducers: reducers,
      placement: isCall || outer != nil ? .call : .outside,
      call: isCall ? ended : outer.map { calls[$0] }, longestNested: ended.longest)
  }

  /// The part of a span within the selected period; `nil` if its duration is unknown.
  func selected(_ span: borrowing Span) -> Int64? {
    guard span.duration != nil, let end = span.end else { return nil }
    let first = max(span.start, period.lowerBound)
    return max(min(end, period.upperBound).subtractingClamped(first), 0)
  }

  /// The innermost call that is open on the thread of a send; without a thread, of its store.
  func current(_ event: TraceEvent, sendingTo store: UInt64) -> Call? {
    let stack: Stack?
    if let thread = event.thread {
      stack = Int(thread) < stacks.count ? stacks[Int(thread)] : nil
    } else {
      stack = stores.all[StoreKey(store, of: event.process)]
    }
    return stack?.calls.last { $0.kind != .interval }
  }
}
