/// Spans of one kind that have begun and not ended, by process and id.
///
/// If ends are lost, such spans would accumulate with the length of the trace. The table therefore
/// has a limit, and drops the older half of its entries when it is reached.
///
/// Slots refer to spans, which are large: half of the slots are free.
struct OpenSpans {
  private(set) var count = 0
  private let capacity: Int
  private var spans: ContiguousArray<Span> = []
  /// The positions in ``spans`` that are free.
  private var free: ContiguousArray<Int32> = []
  /// Positions in ``spans``, by hash.
  private var slots: ContiguousArray<Int32>

  private static let empty = Span(kind: .action, process: -1, id: 0, name: .empty, start: 0)
  private static let none: Int32 = -1

  init(capacity: Int = 1 << 19) {
    self.capacity = capacity
    slots = ContiguousArray(repeating: Self.none, count: 64)
  }

  private var all: some Sequence<Span> { spans.lazy.filter { $0.process >= 0 } }

  /// Where the spans are, for ``read(at:_:)``.
  var places: [Int] { spans.indices.filter { spans[$0].process >= 0 } }

  /// Adds a span.
  ///
  /// - Parameter forget: Called with each span that is dropped.
  /// - Returns: `false` if the span was open already, and is unchanged.
  mutating func begin(_ span: Span, forget: (Span) -> Void) -> Bool {
    let slot = slot(of: span.id, span.process)
    if slots[slot] >= 0 { return false }
    if let position = free.popLast() {
      spans[Int(position)] = span
      slots[slot] = position
    } else {
      slots[slot] = Int32(spans.count)
      spans.append(span)
    }
    count += 1
    if count > capacity { forgetOlderHalf(forget) }
    if count * 2 > slots.count { rehash(slotCount: slots.count * 2) }
    return true
  }

  /// Reads an open span; `nil` if there is none.
  @inline(__always)
  func read<Result>(
    _ id: UInt64, _ process: ProcessIndex, _ body: (borrowing Span) -> Result
  ) -> Result? {
    if count == 0 { return nil }
    let position = slots[slot(of: id, process)]
    guard position >= 0 else { return nil }
    return body(spans[Int(position)])
  }

  /// Reads the span of one of ``places``.
  func read<Result>(at place: Int, _ body: (borrowing Span) -> Result) -> Result {
    body(spans[place])
  }

  /// Removes a span.
  mutating func end(_ id: UInt64, _ process: ProcessIndex) -> Span? {
    var hole = slot(of: id, process)
    let position = slots[hole]
    guard position >= 0 else { return nil }
    let span = spans[Int(position)]
    // Moving up the entries behind it keeps look-ups short without tombstones.
    let mask = slots.count - 1
    var next = (hole + 1) & mask
    while slots[next] >= 0 {
      let other = Int(slots[next])
      let home = Self.hash(spans[other].id, spans[other].process) & mask
      if (next &- home) & mask >= (next &- hole) & mask {
        slots[hole] = slots[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    slots[hole] = Self.none
    spans[Int(position)] = Self.empty
    free.append(position)
    count -= 1
    return span
  }

  /// Changes an open span; `nil` if there is none.
  @inline(__always)
  mutating func update<Result>(
    _ id: UInt64, _ process: ProcessIndex, _ change: (inout Span) -> Result
  ) -> Result? {
    if count == 0 { return nil }
    let position = slots[slot(of: id, process)]
    guard position >= 0 else { return nil }
    return change(&spans[Int(position)])
  }

  /// The slot of the span, or the free one for it.
  private func slot(of id: UInt64, _ process: ProcessIndex) -> Int {
    let mask = slots.count - 1
    var slot = Self.hash(id, process) & mask
    while slots[slot] >= 0 {
      let position = Int(slots[slot])
      if spans[position].id == id, spans[position].process == process { return slot }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func forgetOlderHalf(_ forget: (Span) -> Void) {
    let ordered = all.sorted { $0.start < $1.start }
    let half = ordered.count / 2
    for span in ordered[..<half] { forget(span) }
    spans = ContiguousArray(ordered[half...])
    free = []
    count = spans.count
    rehash(slotCount: slots.count)
  }

  private mutating func rehash(slotCount: Int) {
    slots = ContiguousArray(repeating: Self.none, count: slotCount)
    for (position, span) in spans.enumerated() where span.process >= 0 {
      slots[slot(of: span.id, span.process)] = Int32(position)
    }
  }

  // Ids count upwards: a multiplication is enough to spread them.
  private static func hash(_ id: UInt64, _ process: ProcessIndex) -> Int {
    let key = id ^ UInt64(truncatingIfNeeded: process) << 40
    return Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> 32)
  }
}
