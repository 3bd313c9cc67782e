import Durations

/// The levels of detail of a page: merges records that are too close together into blocks, level by
/// level.
///
/// See `Documentation/PageFormat.md`. Within a row, records come in the order of time, so each row
/// has one pending record or block for each level. Memory depends on the number of rows.
struct PageLevels {
  /// The number of levels with a width: the last is as wide as the largest distance of times.
  static let limit = 27

  private var rows: ContiguousArray<Row> = []
  /// The slots of rows with pending records.
  private var active: ContiguousArray<Int32> = []
  /// The level above which records are not merged.
  private var top = Self.limit
  private var countSinceSweep = 0

  private struct Row {
    /// By level, from 1 on.
    var pending: ContiguousArray<Pending> = []
    /// A bit for each level with a pending record.
    var occupied: UInt32 = 0
    var isShared: Bool
    var isActive = false
  }

  /// The only record of a bucket, or the block of its records.
  private struct Pending {
    var bucket: Int64
    var record: PageRecord
    /// Whether the record is a block that takes in others at this level.
    var isMerging = false
  }

  /// The width of a level's buckets in nanoseconds: 0 for level 0, where records are not merged.
  static func width(of level: Int) -> Int64 { level == 0 ? 0 : 1 << shift(of: level) }

  private static func shift(of level: Int) -> Int64 { 7 + 2 * Int64(level) }

  /// The first level whose buckets are wider than a duration.
  @inline(__always)
  static func level(widerThan duration: Int64) -> Int {
    let bits = Int64.bitWidth - (duration >> 9).leadingZeroBitCount
    return 1 + (bits + 1) / 2
  }

  /// Adds a row.
  ///
  /// - Parameter isShared: Whether its records may overlap.
  /// - Returns: Its slot.
  mutating func addRow(isShared: Bool) -> Int32 {
    rows.append(Row(isShared: isShared))
    return Int32(rows.count - 1)
  }

  /// Adds a span or a point.
  ///
  /// - Parameters:
  ///   - now: The latest time so far.
  ///   - emit: Called with each record whose levels are known, and the highest of them.
  @inline(__always)
  mutating func add(
    _ record: PageRecord, to slot: Int32, now: Int64, emit: (PageRecord, Int) -> Void
  ) {
    let slot = Int(slot)
    if !rows[slot].isActive {
      rows[slot].isActive = true
      active.append(Int32(slot))
    }
    // Records in a shared row may overlap: they come in the order of ends, and are merged whatever
    // their length.
    let level = rows[slot].isShared ? 1 : Self.level(widerThan: record.duration)
    // The block is longer than the buckets of the levels below, which are thus complete.
    flush(slot, below: level, emit: emit)
    insert(record, slot, level, emit: emit)
    countSinceSweep += 1
    if countSinceSweep >= max(4096, active.count) { sweep(now, emit: emit) }
  }

  /// Ends all buckets.
  ///
  /// - Parameter duration: The time from the earliest start to the latest end.
  /// - Returns: The highest level in use.
  mutating func finish(duration: Int64, emit: (PageRecord, Int) -> Void) -> Int {
    var highest = min(Self.level(widerThan: max(duration, 0)), Self.limit)
    for slot in active {
      let occupied = rows[Int(slot)].occupied
      highest = max(highest, UInt32.bitWidth - 1 - occupied.leadingZeroBitCount)
    }
    top = highest
    for slot in active { flush(Int(slot), below: top + 1, emit: emit) }
    active = []
    rows = []
    return top
  }

  // MARK: - Buckets

  private static func bucket(_ record: PageRecord, isShared: Bool, _ level: Int) -> Int64 {
    (isShared ? record.end : record.start) >> shift(of: level)
  }

  private mutating func insert(
    _ record: PageRecord, _ slot: Int, _ first: Int, emit: (PageRecord, Int) -> Void
  ) {
    var record = record
    var level = first
    let isShared = rows[slot].isShared
    while level <= top {
      let bucket = Self.bucket(record, isShared: isShared, level)
      let bit: UInt32 = 1 << UInt32(level)
      if rows[slot].occupied & bit == 0 {
        reserve(slot, level, record)
        rows[slot].pending[level - 1] = Pending(bucket: bucket, record: record)
        rows[slot].occupied |= bit
        return
      }
      let present = rows[slot].pending[level - 1].bucket
      if bucket == present {
        merge(record, slot, level, emit: emit)
        return
      }
      // A late record, such as a span whose end is lost, bypasses the buckets.
      if bucket > present {
        let before = rows[slot].pending[level - 1].record
        rows[slot].pending[level - 1] = Pending(bucket: bucket, record: record)
        record = before
      }
      level += 1
    }
    emit(record, top)
  }

  private mutating func reserve(_ slot: Int, _ level: Int, _ record: PageRecord) {
    while rows[slot].pending.count < level {
      rows[slot].pending.append(Pending(bucket: 0, record: record))
    }
  }

  private mutating func merge(
    _ record: PageRecord, _ slot: Int, _ level: Int, emit: (PageRecord, Int) -> Void
  ) {
    emit(record, level - 1)
    if rows[slot].pending[level - 1].isMerging {
      rows[slot].pending[level - 1].record.add(record)
    } else {
      let first = rows[slot].pending[level - 1].record
      emit(first, level - 1)
      rows[slot].pending[level - 1].record = PageRecord(blockOf: first, low: level)
      rows[slot].pending[level - 1].record.add(record)
      rows[slot].pending[level - 1].isMerging = true
    }
  }

  /// Ends the buckets of the lower levels.
  @inline(__always)
  private mutating func flush(_ slot: Int, below level: Int, emit: (PageRecord, Int) -> Void) {
    let below: UInt32 = (1 << UInt32(level)) - 1
    while rows[slot].occupied & below != 0 {
      end((rows[slot].occupied & below).trailingZeroBitCount, slot, emit: emit)
    }
  }

  private mutating func end(_ level: Int, _ slot: Int, emit: (PageRecord, Int) -> Void) {
    rows[slot].occupied &= ~(1 << UInt32(level))
    insert(rows[slot].pending[level - 1].record, slot, level + 1, emit: emit)
  }

  /// Ends the complete buckets: a later record would exceed their width.
  private mutating func sweep(_ now: Int64, emit: (PageRecord, Int) -> Void) {
    countSinceSweep = 0
    for slot in active {
      let slot = Int(slot)
      for level in 1...Self.limit where rows[slot].occupied & (1 << UInt32(level)) != 0 {
        // In units of buckets: another one has to be complete, too.
        let over = rows[slot].pending[level - 1].bucket + 2
        if over <= now >> Self.shift(of: level) { end(level, slot, emit: emit) }
      }
    }
    active.removeAll { slot in
      guard rows[Int(slot)].occupied == 0 else { return false }
      rows[Int(slot)].isActive = false
      rows[Int(slot)].pending = []
      return true
    }
  }
}
