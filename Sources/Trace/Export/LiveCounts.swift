import TraceAnalysis

/// The counts of a process that change over time: live effects, live stores, and the actions that
/// wait for a store.
///
/// Each change calls back with the new count. Events that are lost are missing here as well.
struct LiveCounts {
  enum Quantity: Hashable {
    case effects, stores
    /// The queue of a root store, 0 if the store is unknown.
    case queue(of: UInt64)
    /// The sum of all queues.
    case queues
  }

  private var effects: Int64 = 0
  private var stores: Int64 = 0
  /// The queues that are not empty, by root store.
  private var queues: [UInt64: Int64] = [:]
  private var queued: Int64 = 0

  /// Counts the begin of a span, once for each effect and store.
  mutating func begin(_ span: borrowing Span, change: (Quantity, Int64) -> Void) {
    switch span.kind {
    case .effect:
      effects += 1
      change(.effects, effects)
    case .store:
      stores += 1
      change(.stores, stores)
    case .action:
      guard let send = span.send, send.depth > 0 else { return }
      // The store may have been unknown when the action was sent.
      let store = queues[span.store] == nil ? 0 : span.store
      guard let waiting = queues[store] else { return }
      setQueue(of: store, to: waiting - 1, change: change)
    case .interval, .observer: return
    }
  }

  /// Counts the end of a span whose begin was counted.
  mutating func end(_ span: borrowing Span, change: (Quantity, Int64) -> Void) {
    if span.completeness == .stillOpen { return }
    switch span.kind {
    case .effect:
      effects -= 1
      change(.effects, effects)
    case .store:
      stores -= 1
      change(.stores, stores)
      // Actions that wait for a store do not outlive it: the events of their begins are lost.
      if queues[span.id] != nil { setQueue(of: span.id, to: 0, change: change) }
    case .action, .interval, .observer: return
    }
  }

  /// Counts an action that is sent.
  ///
  /// - Parameter root: The root store of the store that receives it, 0 if that is unknown.
  mutating func send(
    _ send: TraceEvent.Send, root: UInt64, change: (Quantity, Int64) -> Void
  ) {
    // The action joins those before it, of which one is being processed.
    setQueue(of: root, to: Int64(clamping: send.depth), change: change)
  }

  private mutating func setQueue(
    of store: UInt64, to count: Int64, change: (Quantity, Int64) -> Void
  ) {
    let previous = queues[store] ?? 0
    if count == previous { return }
    queued += count - previous
    queues[store] = count == 0 ? nil : count
    change(.queue(of: store), count)
    change(.queues, queued)
  }
}
