import Durations

/// The time that processes spent in reducers, observers and intervals.
///
/// The main actor begins on the main thread. In a program without a run loop, it leaves that thread
/// for any other as soon as `main` awaits, so that the thread alone does not identify it. A store
/// belongs to one actor. That is the main actor if one of its actions ran on the main thread or
/// within a call on the main actor, or if it has an observer. All other stores belong to actors
/// that the trace does not identify.
///
/// Memory depends on the number of live root stores.
struct TimeFigures {
  private let participants: TraceParticipants
  private var processes: [Process?] = []

  private final class Process {
    /// The time of the main actor.
    var main = Times()
    /// The time of stores of unknown actors that were released.
    var others = Times()
    var outerIntervals: Int64 = 0
    var isMainKnown = false
    var hasEffects = false
    /// The root stores.
    var stores = KeyedRows<UInt64, Store> { Store() }
  }

  private final class Store {
    var isMain = false
    var times = Times()
  }

  private struct Times {
    var reducers: Int64 = 0
    var observers: Int64 = 0
    var intervals: Int64 = 0

    static func += (left: inout Times, right: Times) {
      left.reducers = left.reducers.addingClamped(right.reducers)
      left.observers = left.observers.addingClamped(right.observers)
      left.intervals = left.intervals.addingClamped(right.intervals)
    }
  }

  /// The uses of time.
  enum Use {
    case reducers, observers, intervals
    /// Intervals on the main thread outside of calls that may have been suspended.
    case outerIntervals
    /// Reducers of unknown actors, and intervals within them.
    case others
  }

  init(_ participants: TraceParticipants) {
    self.participants = participants
  }

  /// Whether the span began on the first thread of its process.
  private func isOnMainThread(_ span: borrowing Span) -> Bool {
    guard let thread = span.thread else { return false }
    return participants.threads[Int(thread)].vtid == participants.processes[Int(span.process)].vpid
  }

  /// Whether a call or an interval is known, so far, to run on the main actor.
  func isOnMainActor(_ span: borrowing Span) -> Bool {
    if span.kind == .observer || isOnMainThread(span) { return true }
    return span.kind == .action && isMain(span.store, span.process)
  }

  private func isMain(_ store: UInt64, _ process: ProcessIndex) -> Bool {
    guard store != 0, Int(process) < processes.count, let process = processes[Int(process)] else {
      return false
    }
    return process.stores[store].isMain
  }

  /// Processes the begin of a span.
  ///
  /// - Parameter call: The innermost call around it.
  mutating func begin(_ span: borrowing Span, within call: CallStacks.Call?) {
    switch span.kind {
    case .effect: process(span.process).hasEffects = true
    case .action, .observer:
      let isMain =
        isOnMainActor(span)
        || call.map { $0.kind == .observer || self.isMain($0.store, span.process) } == true
      guard isMain else { return }
      let process = process(span.process)
      process.isMainKnown = true
      if span.store != 0 { process.stores[span.store].isMain = true }
    case .interval, .store: break
    }
  }

  /// Processes the end of a span.
  ///
  /// - Returns: The use of its time, if that is known so far.
  @discardableResult
  mutating func end(_ span: borrowing Span, _ ended: CallStacks.Ended?) -> Use? {
    if span.kind == .store { release(span.id, span.process) }
    guard let ended else { return nil }
    let process = process(span.process)
    let time = ended.exclusive
    switch (span.kind, ended.placement) {
    case (.action, _):
      return add(Times(reducers: time), .reducers, span, of: span.store, process)
    case (.observer, _):
      process.main += Times(observers: time)
      return .observers
    case (.interval, .call):
      guard ended.call?.kind == .observer else {
        return add(Times(intervals: time), .intervals, span, of: ended.call?.store ?? 0, process)
      }
      process.main += Times(intervals: time)
      return .intervals
    case (.interval, .outside) where isOnMainThread(span):
      process.isMainKnown = true
      if span.isSynchronous {
        process.main += Times(intervals: time)
        return .intervals
      }
      process.outerIntervals = process.outerIntervals.addingClamped(time)
      return .outerIntervals
    default:
      return nil
    }
  }

  private func add(
    _ times: Times, _ use: Use, _ span: borrowing Span, of store: UInt64, _ process: Process
  ) -> Use {
    guard store != 0 else {
      if isOnMainThread(span) { process.main += times } else { process.others += times }
      return isOnMainThread(span) ? use : .others
    }
    let store = process.stores[store]
    store.times += times
    return store.isMain ? use : .others
  }

  private mutating func release(_ store: UInt64, _ index: ProcessIndex) {
    guard let store = process(index).stores.remove(store) else { return }
    let process = process(index)
    if store.isMain { process.main += store.times } else { process.others += store.times }
  }

  private mutating func process(_ index: ProcessIndex) -> Process {
    while processes.count <= Int(index) { processes.append(nil) }
    if let process = processes[Int(index)] { return process }
    let process = Process()
    processes[Int(index)] = process
    return process
  }

  /// A row for each selected process with spans.
  ///
  /// - Parameter whole: The selected nanoseconds of a process.
  func times(
    whole: (Int) -> Int64, isComplete: Bool, isSelected: (ProcessIndex) -> Bool
  ) -> [Report.ProcessTime] {
    processes.enumerated().compactMap { index, process in
      guard let process, isSelected(ProcessIndex(index)) else { return nil }
      var (main, others) = (process.main, process.others)
      for store in process.stores.all.values {
        if store.isMain { main += store.times } else { others += store.times }
      }
      return Report.ProcessTime(
        process: index, whole: whole(index), isMainActorKnown: process.isMainKnown,
        reducers: main.reducers, observers: main.observers, intervals: main.intervals,
        outerIntervals: process.outerIntervals,
        otherActors: others.reducers.addingClamped(others.intervals),
        hasEffects: process.hasEffects, isComplete: isComplete)
    }
  }

  /// Whether the main actor of any process is known, so far.
  var isMainActorKnown: Bool { processes.contains { $0?.isMainKnown == true } }
}
