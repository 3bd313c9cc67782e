import TraceAnalysis

/// A band of a page, and the state of its rows.
final class PageLane {
  /// The maximum number of rows. Further spans share the last one.
  static let rowLimit = 64
  static let lastRow = UInt8(rowLimit - 1)

  let index: Int32
  let key: Key
  /// The feature of its store, once known.
  var feature: Int32
  /// Subsystem and category of a signposter.
  let name: Int32
  /// Whether its calls run on the main actor, whichever thread that runs on.
  var isOnMainActor = false
  private(set) var rowCount = 0
  /// The slots of its rows among the slots of all lanes, by row.
  private(set) var slots: ContiguousArray<Int32> = []

  /// A bit for each row with an open span, except the last.
  private var taken: UInt64 = 0
  /// The end of the last span of each row without a bit.
  private var ends: ContiguousArray<Int64> = []

  enum Kind: String {
    case calls, effects, stores, intervals, logs
  }

  /// The kind of lane.
  struct Key: Hashable {
    var process: ProcessIndex
    var kind: Kind
    /// −1 for none.
    var thread: ThreadIndex = -1
    var store: UInt64 = 0
    /// The lane of a signposter.
    var source = NameID.empty
  }

  init(_ index: Int32, _ key: Key, feature: Int32, name: Int32) {
    self.index = index
    self.key = key
    self.feature = feature
    self.name = name
  }

  /// The slot of a row among the slots of all lanes.
  ///
  /// - Parameter add: Called for each new row; returns its slot.
  @inline(__always)
  func slot(of row: UInt8, add: () -> Int32) -> Int32 {
    while slots.count <= Int(row) { slots.append(-1) }
    if slots[Int(row)] < 0 { slots[Int(row)] = add() }
    rowCount = max(rowCount, Int(row) + 1)
    return slots[Int(row)]
  }

  /// The row for a depth of calls.
  static func row(atDepth depth: Int) -> UInt8 { UInt8(min(depth, rowLimit - 1)) }

  /// Takes a row without an open span, and without one that ended after `start`.
  ///
  /// - Parameter first: The first row that may be taken.
  func takeRow(from start: Int64, first: Int = 0) -> UInt8 {
    var free = ~taken & ~(1 << UInt64(Self.lastRow)) & ~((1 << UInt64(first)) - 1)
    while free != 0 {
      let row = free.trailingZeroBitCount
      if row >= ends.count || ends[row] <= start {
        taken |= 1 << UInt64(row)
        return UInt8(row)
      }
      free &= free - 1
    }
    return Self.lastRow
  }

  /// Releases a row.
  func releaseRow(_ row: UInt8, at end: Int64) {
    guard row < Self.lastRow else { return }
    taken &= ~(1 << UInt64(row))
    while ends.count <= Int(row) { ends.append(.min) }
    ends[Int(row)] = max(ends[Int(row)], end)
  }
}
