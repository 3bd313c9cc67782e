import TraceAnalysis

/// The counts of a process over time: see ``LiveCounts``.
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
    /// The root store whose queue it is, 0 if unknown.
    var store: UInt64 = 0
    /// The number of stores whose queues it adds up.
    var stores = 1
    var curve: PageCurve
  }

  /// The curves that show more than the lanes do: more than one effect or store at a time, and any
  /// queue.
  var entries: [Entry] {
    var entries: [Entry] = []
    if effects.most > 1 { entries.append(Entry(kind: "effects", curve: effects)) }
    if stores.most > 1 { entries.append(Entry(kind: "stores", curve: stores)) }
    if queuedStores.count > queues.count {
      entries.append(Entry(kind: "queue", stores: queuedStores.count, curve: queue))
    } else {
      entries += queues.map { Entry(kind: "queue", store: $0.store, curve: $0.curve) }
    }
    return entries
  }

  func begin(_ span: borrowing Span, at time: Int64) {
    counts.begin(span) { set($0, to: $1, at: time) }
  }

  func end(_ span: borrowing Span, at time: Int64) {
    counts.end(span) { set($0, to: $1, at: time) }
  }

  /// - Parameter root: The root store of the store that receives the action, 0 if unknown.
  func send(_ send: TraceEvent.Send, root: UInt64, at time: Int64) {
    counts.send(send, root: root) { set($0, to: $1, at: time) }
  }

  private func set(_ quantity: LiveCounts.Quantity, to count: Int64, at time: Int64) {
    switch quantity {
    case .effects: effects.set(count, at: time)
    case .stores: stores.set(count, at: time)
    case .queues: queue.set(count, at: time)
    case .queue(of: let store):
      if let index = queues.firstIndex(where: { $0.store == store }) {
        queues[index].curve.set(count, at: time)
      } else if queuedStores.insert(store).inserted, queues.count < Self.storeLimit {
        var curve = PageCurve()
        curve.set(count, at: time)
        queues.append((store, curve))
      }
    }
  }
}
