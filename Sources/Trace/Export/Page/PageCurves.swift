import TraceAnalysis

/// The counts of a process over time: see ``LiveCounts`` and ``QueueCounts``. Properties of states
/// are among them.
final class PageCurves {
  /// With more stores that have a queue, one curve has the sum of all.
  static let storeLimit = 12

  private var counts = LiveCounts()
  private var effects = PageCurve()
  private var stores = PageCurve()
  private var queue = PageCurve()
  private var queues: [(store: UInt64, curve: PageCurve)] = []
  private var queuedStores: Set<UInt64> = []

  /// A curve of the page.
  struct Entry {
    var kind: String
    /// The store whose queue it is, see ``QueueCounts``; 0 for no single one.
    var store: UInt64 = 0
    /// The number of stores whose queues it adds up.
    var stores = 1
    /// The property that it shows, instead of a count.
    var property: Property?
    var curve: PageCurve
  }

  /// A property of a state.
  struct Property {
    var name: String
    var content: Content

    /// The meaning of a curve's counts.
    enum Content {
      /// 1 at each change.
      case changes
      /// The values, multiplied by a power of ten.
      case numbers(decimals: Int)
      /// Positions in a list of values.
      case cases([String])
    }
  }

  let properties = PagePropertyCurves()

  /// The curves that show more than the lanes do: more than one effect or store at a time, and any
  /// queue.
  ///
  /// - Parameter period: The period of the page.
  func entries(within period: ClosedRange<Int64>) -> [Entry] {
    var entries: [Entry] = []
    if effects.most > 1 { entries.append(Entry(kind: "effects", curve: effects)) }
    if stores.most > 1 { entries.append(Entry(kind: "stores", curve: stores)) }
    if queuedStores.count > queues.count {
      entries.append(Entry(kind: "queue", stores: queuedStores.count, curve: queue))
    } else {
      entries += queues.map { Entry(kind: "queue", store: $0.store, curve: $0.curve) }
    }
    entries += properties.entries()
    // Queues are counted outside of the selected records as well.
    for index in entries.indices { entries[index].curve = entries[index].curve.clipped(to: period) }
    return entries.filter { $0.curve.most > 0 || $0.curve.least < 0 }
  }

  func begin(_ span: borrowing Span, at time: Int64) {
    counts.begin(span) { set($0, to: $1, at: time) }
  }

  func end(_ span: borrowing Span, at time: Int64) {
    counts.end(span) { set($0, to: $1, at: time) }
  }

  private func set(_ quantity: LiveCounts.Quantity, to count: Int64, at time: Int64) {
    switch quantity {
    case .effects: effects.set(count, at: time)
    case .stores: stores.set(count, at: time)
    }
  }

  func set(_ change: QueueCounts.Change, at time: Int64) {
    queue.set(change.total, at: time)
    if let index = queues.firstIndex(where: { $0.store == change.store }) {
      queues[index].curve.set(change.count, at: time)
    } else if queuedStores.insert(change.store).inserted, queues.count < Self.storeLimit {
      var curve = PageCurve()
      curve.set(change.count, at: time)
      queues.append((change.store, curve))
    }
  }
}
