/// A depth-first search of all orders of a program, which is run again for each.
///
/// Each choice has a key: a hash of everything that the rest of the run depends on. If a choice
/// with the same key has been explored, its orders are the same, and the run adds none of its own.
/// Two deliveries that commute lead to the same key, whichever comes first.
final class OrderSearch {
  /// A choice of the current run with alternatives that remain.
  private struct Node {
    let key: Int
    let count: Int
    /// The number of events before the choice.
    let eventCount: Int
    /// The number of choices before it that are not the usual ones.
    let deviations: Int
    var index = 0
    /// The orders of the events after the choice that have been seen, as hashes.
    var orders: Set<Int> = []
  }

  /// The first choice at which a run was not the same as the one before.
  private(set) var difference: Int?
  /// The number of orders of events, once the search is complete.
  private(set) var orderCount: Int?
  /// Whether there are more orders than are counted.
  private(set) var isCountLimited = false
  /// Whether orders were skipped as their rest was known.
  private(set) var hasSkippedOrders = false
  /// Whether orders were left out as they have too many choices other than the usual ones.
  private(set) var isLimited = false
  private let reducesOrders: Bool
  private let maximumDeviations: Int
  private var nodes: [Node] = []
  private var explored: [Situation: Set<Int>] = [:]
  private var position = 0
  /// The choice from which on the run is known.
  private var known: (situation: Situation, eventCount: Int)?

  /// All that the rest of the search from a choice depends on.
  private struct Situation: Hashable {
    let key: Int
    /// The number of choices that may still be other than the usual ones; 0 if all may.
    let remaining: Int
  }

  private static var maximumCount: Int { 100_000 }

  /// - Parameter maximumDeviations: The maximum number of choices other than the usual ones.
  init(reducesOrders: Bool, maximumDeviations: Int? = nil) {
    self.reducesOrders = reducesOrders
    self.maximumDeviations = maximumDeviations ?? .max
  }

  private func situation(_ key: Int, after deviations: Int) -> Situation {
    Situation(key: key, remaining: maximumDeviations == .max ? 0 : maximumDeviations - deviations)
  }

  func beginRun() {
    position = 0
    known = nil
  }

  /// Makes a choice.
  func decide(count: Int, key: Int, eventCount: Int) -> Int {
    defer { position += 1 }
    guard position >= nodes.count else {
      let node = nodes[position]
      if difference == nil, node.key != key || node.count != count { difference = position }
      return min(node.index, count - 1)
    }
    guard known == nil, difference == nil else { return 0 }
    let deviations = nodes.last.map { $0.deviations + ($0.index == 0 ? 0 : 1) } ?? 0
    let situation = situation(key, after: deviations)
    if reducesOrders, explored[situation] != nil {
      known = (situation, eventCount)
      hasSkippedOrders = true
    } else {
      nodes.append(Node(key: key, count: count, eventCount: eventCount, deviations: deviations))
    }
    return 0
  }

  /// Whether the current run has made fewer choices than the one before it, which it repeats.
  var isIncomplete: Bool { position < nodes.count }

  /// Ends a run.
  ///
  /// - Parameter events: The identities of its events.
  /// - Returns: Whether there are orders that remain.
  func endRun(events: [Int]) -> Bool {
    var end = events.count
    var orders: Set<Int> = [0]
    if let known {
      end = known.eventCount
      orders = explored[known.situation] ?? orders
    }
    while var node = nodes.popLast() {
      node.orders.formUnion(Self.orders(orders, after: events[min(node.eventCount, end)..<end]))
      if node.orders.count > Self.maximumCount { isCountLimited = true }
      node.index += 1
      if node.index < node.count {
        if node.deviations < maximumDeviations {
          nodes.append(node)
          return true
        }
        isLimited = true
      }
      explored[situation(node.key, after: node.deviations)] = node.orders
      orders = node.orders
      end = min(node.eventCount, end)
    }
    orderCount = orders.count
    return false
  }

  private static func orders(_ orders: Set<Int>, after events: ArraySlice<Int>) -> Set<Int> {
    guard !events.isEmpty else { return orders }
    var result: Set<Int> = []
    for order in orders.prefix(maximumCount) {
      var order = order
      for event in events.reversed() {
        var hasher = Hasher()
        hasher.combine(event)
        hasher.combine(order)
        order = hasher.finalize()
      }
      result.insert(order)
    }
    return result
  }
}
