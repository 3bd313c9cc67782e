import TextTables

/// The number of distinct things beyond a limit.
struct DistinctCount: Equatable, Sendable {
  var number = 0
  /// Whether there are more.
  var isLimited = false

  /// The number with a noun, such as “4,711 further names”.
  func text(_ noun: String) -> String {
    (isLimited ? "more than " : "") + Units.count(UInt64(number), noun)
  }
}

/// Counts distinct hashes, up to a limit that bounds the memory.
struct DistinctHashes {
  private var hashes: Set<UInt64> = []
  private(set) var count = DistinctCount()

  static let limit = 1 << 20

  mutating func insert(_ hash: UInt64) {
    if count.isLimited || hashes.contains(hash) { return }
    if hashes.count < Self.limit {
      hashes.insert(hash)
      count.number += 1
    } else {
      count.isLimited = true
    }
  }
}
