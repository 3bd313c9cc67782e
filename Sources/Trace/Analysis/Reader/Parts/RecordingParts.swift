/// The parts of recordings, and the packets that they have in common or between them.
///
/// A part is the directory of a manifest, or else of a trace.
struct RecordingParts {
  private struct Extent {
    var packets: UInt64 = 0
    var begin = UInt64.max
    var end: UInt64 = 0

    mutating func add(_ count: UInt64, _ begin: UInt64, _ end: UInt64) {
      packets += count
      self.begin = min(self.begin, begin)
      self.end = max(self.end, end)
    }
  }

  private struct Pair: Hashable {
    var part: Int
    var other: Int
  }

  private struct Gap: Hashable {
    var after: [Int]
    var before: [Int]
  }

  private var names: [String] = []
  private var extents: [Extent] = []
  private var partOfSource: [Int: Int] = [:]
  /// The packets of two parts, the first of which has the lower number.
  private var common: [Pair: Extent] = [:]
  /// The packets that are missing, by the parts that have their neighbors.
  private var gaps: [Gap: Extent] = [:]

  /// The maximum number of parts that are compared with each other for one packet.
  private static let mostCompared = 16

  init(_ sources: TraceSources) {
    var numbers: [String: Int] = [:]
    for source in sources.readable {
      let trace = sources.original(source)
      let name = sources.recordings.recording(of: trace)?.directory ?? trace
      let number = numbers[name] ?? names.count
      if number == names.count {
        numbers[name] = number
        names.append(name)
        extents.append(Extent())
      }
      partOfSource[source] = number
    }
  }

  /// Adds a packet.
  ///
  /// - Parameters:
  ///   - sources: The sources that contain it.
  ///   - begin: Its first time of the clock.
  ///   - end: Its last time.
  /// - Returns: The parts that contain it.
  mutating func add(_ sources: Set<Int>, begin: UInt64, end: UInt64) -> [Int] {
    let parts = Set(sources.compactMap { partOfSource[$0] }).sorted()
    for part in parts { extents[part].add(1, begin, end) }
    for (place, part) in parts.enumerated() {
      for other in parts[(place + 1)...].prefix(Self.mostCompared) {
        common[Pair(part: part, other: other), default: Extent()].add(1, begin, end)
      }
    }
    return parts
  }

  /// Adds missing packets.
  ///
  /// - Parameters:
  ///   - parts: The parts that contain the packet before them.
  ///   - others: The parts that contain the packet after them.
  ///   - packets: Their number.
  ///   - begin: The last time of the clock in the packet before them.
  ///   - end: The first time in the packet after them.
  mutating func addGap(
    after parts: [Int], before others: [Int], packets: UInt64, begin: UInt64, end: UInt64
  ) {
    gaps[Gap(after: parts, before: others), default: Extent()]
      .add(packets, begin, max(begin, end))
  }

  // MARK: - Result

  /// All relations, in the order of time.
  var relations: [PartRelation] {
    let larger = largerParts
    let repeated = larger.map { part, other in
      let isSame = extents[part].packets == extents[other].packets
      // A copy is named after its original, which has the lower number.
      return relation(
        isSame ? .same : .contained,
        isSame
          ? Pair(part: other, other: part)
          : Pair(part: part, other: other), extents[part])
    }
    return (repeated + overlaps(without: larger) + missing(larger)).sorted { left, right in
      left.part != right.part ? precedes(left.part, right.part) : precedes(left.other, right.other)
    }
    .map(\.relation)
  }

  private typealias Numbered = (part: Int, other: Int, relation: PartRelation)

  private func relation(_ kind: PartRelation.Kind, _ pair: Pair, _ extent: Extent) -> Numbered {
    // LTTng's clocks count nanoseconds.
    let relation = PartRelation(
      kind: kind, part: names[pair.part], other: names[pair.other], packets: extent.packets,
      durationNs: Int64(clamping: extent.end - min(extent.begin, extent.end)))
    return (pair.part, pair.other, relation)
  }

  /// The order of time.
  private func precedes(_ part: Int, _ other: Int) -> Bool {
    (extents[part].begin, part) < (extents[other].begin, other)
  }

  /// For each part that adds nothing, the part that contains it.
  private var largerParts: [Int: Int] {
    var larger: [Int: Int] = [:]
    func note(_ part: Int, in other: Int, _ packets: UInt64) {
      let (size, otherSize) = (extents[part].packets, extents[other].packets)
      guard packets == size, otherSize > size || other < part else { return }
      guard let known = larger[part] else { return larger[part] = other }
      let knownSize = extents[known].packets
      if (knownSize, other) < (otherSize, known) { larger[part] = other }
    }
    for (pair, extent) in common {
      note(pair.part, in: pair.other, extent.packets)
      note(pair.other, in: pair.part, extent.packets)
    }
    return larger
  }

  /// The overlap of each part with the latest one before it: each of many snapshots can overlap all
  /// others.
  private func overlaps(without smaller: [Int: Int]) -> [Numbered] {
    var nearest: [Int: Int] = [:]
    for pair in common.keys where smaller[pair.part] == nil && smaller[pair.other] == nil {
      let isInOrder = precedes(pair.part, pair.other)
      let (part, other) = isInOrder ? (pair.part, pair.other) : (pair.other, pair.part)
      if let known = nearest[other], precedes(part, known) { continue }
      nearest[other] = part
    }
    return nearest.map { other, part in
      let pair = Pair(part: part, other: other)
      let stored = part < other ? pair : Pair(part: other, other: part)
      return relation(.overlap, pair, common[stored] ?? Extent())
    }
  }

  private func missing(_ larger: [Int: Int]) -> [Numbered] {
    var sums: [Pair: Extent] = [:]
    for (gap, extent) in gaps {
      guard let part = gap.after.map({ larger[$0] ?? $0 }).max(by: precedes),
        let other = gap.before.map({ larger[$0] ?? $0 }).min(by: precedes)
      else { continue }
      sums[Pair(part: part, other: other), default: Extent()]
        .add(extent.packets, extent.begin, extent.end)
    }
    return sums.map { relation(.gap, $0, $1) }
  }
}
