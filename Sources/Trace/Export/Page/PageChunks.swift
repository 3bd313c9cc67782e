import ByteBuffers
import TraceAnalysis

/// Collects the records of each level, and encodes a chunk as soon as there are enough.
struct PageChunks {
  /// The descriptions of the chunks written so far.
  private(set) var all: [PageChunk] = []
  /// Whether compression of a chunk failed.
  private(set) var hasFailed = false
  var texts = PageTexts()

  private let encoder: PageChunkEncoder
  private let write: (UnsafeRawBufferPointer) -> Void
  private var levels = ContiguousArray(
    repeating: Level(), count: PageLevels.limit + 1)

  private struct Level {
    var records: [PageRecord] = []
    var textSize = 0
  }

  static let limit = 16_384
  /// The maximum bytes of texts, as a browser loads all of a chunk at once.
  private static let textLimit = 1 << 22

  /// - Parameter write: Called with each chunk.
  init(_ encoder: PageChunkEncoder, write: @escaping (UnsafeRawBufferPointer) -> Void) {
    self.encoder = encoder
    self.write = write
  }

  /// Adds a record whose highest level is known.
  @inline(__always)
  mutating func add(_ record: PageRecord, _ level: Int) {
    levels[level].records.append(record)
    if record.text != 0 { levels[level].textSize += texts.size(of: record.text) }
    let isFull =
      levels[level].records.count >= Self.limit || levels[level].textSize >= Self.textLimit
    if isFull { flush(level) }
  }

  /// Writes the remaining records.
  mutating func finish() {
    for level in levels.indices { flush(level) }
  }

  /// Writes data other than records, once all chunks are written.
  ///
  /// - Returns: Its number among all that was written.
  mutating func append(_ data: ByteBuffer) -> Int {
    do {
      try data.withCompressed { write($0) }
    } catch {
      hasFailed = true
    }
    return all.count
  }

  private mutating func flush(_ level: Int) {
    var records: [PageRecord] = []
    swap(&records, &levels[level].records)
    guard !records.isEmpty else { return }
    // Sorted, for the same order each time.
    records.sort { ($0.start, $0.lane, $0.row, $0.end) < ($1.start, $1.lane, $1.row, $1.end) }
    if let chunk = encoder.encode(records[...], level: level, &texts, write) {
      all.append(chunk)
    } else {
      hasFailed = true
    }
    records.removeAll(keepingCapacity: true)
    levels[level] = Level(records: records)
  }
}
