/// Intervals that have begun and not ended, found by process and id.
///
/// When ends are lost, such intervals would pile up for as long as the trace is. The table therefore
/// has a limit, and forgets the older half of its entries when it is reached.
struct OpenIntervals {
  struct Interval: Equatable {
    var id: UInt64
    var process: ProcessIndex
    var name: NameID
    var start: Int64
    /// The action that an effect comes from.
    var origin: UInt64 = 0
    /// Actions that an effect has sent so far.
    var outputs: UInt64 = 0
    /// Begun more than once, so that nobody knows how long it took.
    var isAmbiguous = false
    /// The subsystem and the category of a signposter's interval.
    var source = NameID.empty
  }

  private(set) var count = 0
  private let capacity: Int
  private var slots: ContiguousArray<Interval>

  private static let empty = Interval(id: 0, process: -1, name: .empty, start: 0)

  init(capacity: Int = 1 << 19) {
    self.capacity = capacity
    slots = ContiguousArray(repeating: Self.empty, count: 64)
  }

  var all: some Sequence<Interval> { slots.lazy.filter { $0.process >= 0 } }

  /// Adds an interval.
  ///
  /// - Parameter forget: Told about each interval that has to make room.
  /// - Returns: `false` if the interval was open already; it then is ambiguous.
  mutating func begin(_ interval: Interval, forget: (Interval) -> Void) -> Bool {
    let slot = slot(of: interval.id, interval.process)
    if slots[slot].process >= 0 {
      slots[slot].isAmbiguous = true
      return false
    }
    slots[slot] = interval
    count += 1
    if count > capacity { forgetOlderHalf(forget) }
    if count * 2 > slots.count { rehash(Array(all), slotCount: slots.count * 2) }
    return true
  }

  /// Whether the same interval is open already: it was announced again.
  func contains(_ interval: Interval) -> Bool {
    guard let open = find(interval.id, interval.process) else { return false }
    return open.name == interval.name && open.origin == interval.origin
  }

  func find(_ id: UInt64, _ process: ProcessIndex) -> Interval? {
    let open = slots[slot(of: id, process)]
    return open.process >= 0 ? open : nil
  }

  /// Takes an interval out.
  mutating func end(_ id: UInt64, _ process: ProcessIndex) -> Interval? {
    var hole = slot(of: id, process)
    let interval = slots[hole]
    guard interval.process >= 0 else { return nil }
    // Moving up what follows keeps look-ups short without marking deleted entries.
    let mask = slots.count - 1
    var next = (hole + 1) & mask
    while slots[next].process >= 0 {
      let home = Self.hash(slots[next].id, slots[next].process) & mask
      if (next &- home) & mask >= (next &- hole) & mask {
        slots[hole] = slots[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    slots[hole] = Self.empty
    count -= 1
    return interval
  }

  /// Counts an action that an effect sent; `false` if the effect is not open.
  mutating func noteOutput(of id: UInt64, _ process: ProcessIndex) -> Bool {
    let slot = slot(of: id, process)
    guard slots[slot].process >= 0 else { return false }
    slots[slot].outputs += 1
    return true
  }

  /// Where the interval is, or where it would have to be put.
  private func slot(of id: UInt64, _ process: ProcessIndex) -> Int {
    let mask = slots.count - 1
    var slot = Self.hash(id, process) & mask
    while slots[slot].process >= 0 {
      if slots[slot].id == id, slots[slot].process == process { return slot }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func forgetOlderHalf(_ forget: (Interval) -> Void) {
    let ordered = all.sorted { $0.start < $1.start }
    let half = ordered.count / 2
    for interval in ordered[..<half] { forget(interval) }
    rehash(Array(ordered[half...]), slotCount: slots.count)
  }

  private mutating func rehash(_ intervals: [Interval], slotCount: Int) {
    slots = ContiguousArray(repeating: Self.empty, count: slotCount)
    count = intervals.count
    for interval in intervals { slots[slot(of: interval.id, interval.process)] = interval }
  }

  // Ids count upwards: a multiplication is enough to spread them.
  private static func hash(_ id: UInt64, _ process: ProcessIndex) -> Int {
    let key = id ^ UInt64(truncatingIfNeeded: process) << 40
    return Int(truncatingIfNeeded: key &* 0x9e37_79b9_7f4a_7c15 >> 32)
  }
}
