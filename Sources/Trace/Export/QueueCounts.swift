import Durations
import TraceAnalysis

/// Counts the actions that wait in the queues of stores, by root store.
///
/// This is an unfiltered sink: a count needs the begins of all actions and the roots of all stores.
/// The filter selects the processes and the period whose changes are reported.
final class QueueCounts: TraceSink {
  /// Called with each change, in the order of time.
  var onChange: (Change) -> Void = { _ in }

  private let participants: TraceParticipants
  private var selection: FilterState
  private var processes: [Process] = []
  private var now = Int64.min
  private var isStarted = false
  private var isWithinPeriod = false

  /// A queue has a new count.
  struct Change {
    var process: ProcessIndex
    /// The root store, or the outermost known store if the root is unknown.
    var store: UInt64
    var count: Int64
    /// The sum of all queues of the process.
    var total: Int64
    var time: Int64
  }

  private final class Process {
    /// The outermost known stores of live stores.
    var roots: [UInt64: UInt64] = [:]
    /// The queues that are not empty.
    var queues: [UInt64: Queue] = [:]
    var total: Int64 = 0
  }

  /// - Parameter filter: Selects the period and the processes. Names do not matter.
  init(_ filter: TraceFilter, _ names: NameTable, _ participants: TraceParticipants) {
    var filter = filter
    filter.names = []
    filter.prefixes = []
    selection = FilterState(filter, names, participants)
    self.participants = participants
  }

  // MARK: - TraceSink

  func begin(_ span: Span) {
    advance(to: span.start)
    let process = process(span.process)
    switch span.kind {
    case .store:
      process.roots[span.id] =
        span.store == 0 ? span.id : process.roots[span.store] ?? span.store
    case .action:
      if span.isOutermost, !process.queues.isEmpty { leave(span, process) }
    case .effect, .interval, .observer: break
    }
  }

  func end(_ span: Span) {
    if let end = span.end { advance(to: end) }
    guard span.kind == .store else { return }
    process(span.process).roots[span.id] = nil
    // Actions that wait for a store do not outlive it: the events of their begins are lost.
    if span.end != nil { change(span.id, of: span.process) { $0 = Queue() } }
  }

  func point(_ point: TracePoint) {
    let event = point.event
    advance(to: event.timestamp)
    guard case .send(let send) = event.payload else { return }
    let store = process(event.process).roots[send.store] ?? send.store
    change(store, of: event.process) { $0.join(send.action, depth: send.depth) }
  }

  // MARK: - Changes

  /// Takes an action that begins from its queue.
  private func leave(_ action: borrowing Span, _ process: Process) {
    guard let send = action.send else {
      return change(action.store, of: action.process) { $0.leaveUnknown() }
    }
    if send.depth == 0 { return }
    // The root may have become known since the action was sent.
    for store in [action.store, process.roots[send.store] ?? send.store, send.store] {
      guard let place = process.queues[store]?.place(of: action.id) else { continue }
      return change(store, of: action.process) { $0.leave(upTo: place) }
    }
  }

  private func change(
    _ store: UInt64, of index: ProcessIndex, _ body: (inout Queue) -> Void
  ) {
    let process = process(index)
    var queue = process.queues.removeValue(forKey: store) ?? Queue()
    let previous = queue.count
    body(&queue)
    if queue.count > 0 { process.queues[store] = queue }
    if queue.count == previous { return }
    process.total += queue.count - previous
    report(store, queue.count, of: index)
  }

  private func report(_ store: UInt64, _ count: Int64, of process: ProcessIndex) {
    guard isWithinPeriod, now <= selection.end, selection.matches(.empty, process) else { return }
    onChange(
      Change(
        process: process, store: store, count: count, total: self.process(process).total,
        time: now))
  }

  private func advance(to time: Int64) {
    now = max(now, time)
    if isWithinPeriod { return }
    if !isStarted {
      isStarted = true
      selection.begin(participants.start ?? time)
    }
    guard now >= selection.start else { return }
    isWithinPeriod = true
    for (index, process) in processes.enumerated() {
      for (store, queue) in process.queues.sorted(by: { $0.key < $1.key }) {
        report(store, queue.count, of: ProcessIndex(index))
      }
    }
  }

  @inline(__always)
  private func process(_ index: ProcessIndex) -> Process {
    while processes.count <= Int(index) { processes.append(Process()) }
    return processes[Int(index)]
  }
}

/// The actions that wait for a store, first in, first out.
///
/// Each action has a place, counted from the first that joined. All actions up to the place of one
/// that leaves have left as well, with or without an event of theirs.
private struct Queue {
  /// The place of the action that joined last.
  private var last: Int64 = 0
  /// The place of the action that left last.
  private var left: Int64 = 0
  /// The waiting actions whose sends are known, from ``first`` on.
  private var known: ContiguousArray<(action: UInt64, place: Int64)> = []
  private var first = 0

  /// Damaged traces can have any depth: sums of smaller ones do not overflow.
  private static let greatestDepth: UInt64 = 1 << 40

  var count: Int64 { last - left }

  /// The place of an action whose send is known; `nil` if it does not wait.
  func place(of action: UInt64) -> Int64? {
    known[first...].first { $0.action == action }?.place
  }

  /// - Parameter depth: The number of actions before it, of which one is being processed.
  mutating func join(_ action: UInt64, depth: UInt64) {
    let depth = Int64(min(depth, Self.greatestDepth))
    if depth == 0 {
      self = Queue()
      return
    }
    // There are others before it if their sends are lost or older than the trace.
    last = max(last.addingClamped(1), left.addingClamped(depth))
    known.append((action, last))
    leave(upTo: last - depth)
  }

  /// Removes the action in front if its send is not known.
  ///
  /// An action that begins without a known send is none of the queue otherwise: a second wrapper
  /// records the action before it.
  mutating func leaveUnknown() {
    let next = first < known.count ? known[first].place : last.addingClamped(1)
    if left + 1 < next { left += 1 }
  }

  /// Removes the actions up to a place.
  mutating func leave(upTo place: Int64) {
    left = max(left, place)
    while first < known.count, known[first].place <= left { first += 1 }
    // Moving the others is worth it once as many have left.
    if first * 2 >= known.count {
      known.removeFirst(first)
      first = 0
    }
  }
}
