import ByteBuffers
import Durations
import TraceAnalysis

/// Encodes records as chunks: columns of variable-length integers, compressed.
final class PageChunkEncoder {
  private let columns = Column.allCases.map { _ in ByteBuffer(capacity: 1 << 14) }
  /// The least significant bytes of columns that are split.
  private let lowBytes = Column.allCases.map { _ in ByteBuffer(capacity: 1) }
  /// A bit for each column with values other than zero.
  private var used: UInt64 = 0
  private let texts = ByteBuffer()
  private var textCount: UInt64 = 0
  private let bytes = ByteBuffer(capacity: 1 << 18)
  private let compressor: Compressor
  /// By lane and kind.
  private var last: ContiguousArray<Last> = []
  /// By process and kind.
  private var ranges: ContiguousArray<Ranges> = []

  /// A medium level: the highest makes chunks one percent smaller.
  private static let compressionLevel: Int32 = 6

  /// In the order of their numbers.
  private enum Column: Int, CaseIterable {
    case start, duration, kind, lane, row, name, state, action, low, id, cause, parent
    case nested, waited, depth, outputs, text, count, busy, failed, belongsTo, place

    var number: UInt64 { UInt64(rawValue) + 1 }

    /// Whether the least significant bytes are stored separately, first: in times they are noise,
    /// without which the others compress better.
    var isSplit: Bool {
      switch self {
      case .start, .duration, .nested, .waited: true
      default: false
      }
    }
  }

  private static let textColumn: UInt64 = 32

  /// The last ids of a lane and kind.
  private struct Last {
    var id: UInt64 = 0
    var cause: UInt64 = 0
  }

  /// The ids of a process and kind.
  private struct Ranges {
    var ids: ClosedRange<UInt64>?
    var causes: ClosedRange<UInt64>?
  }

  /// - Returns: `nil` if there is no memory.
  init?() {
    guard let compressor = Compressor(.none, .numbers, level: Self.compressionLevel) else {
      return nil
    }
    self.compressor = compressor
  }

  /// Encodes records.
  ///
  /// - Parameters:
  ///   - records: The records of the chunk, in the order of their starts, at least one.
  ///   - level: Their high level.
  ///   - body: Called with the encoded chunk.
  /// - Returns: The chunk's description in the head; `nil` if compression failed.
  func encode(
    _ records: ArraySlice<PageRecord>, level: Int, _ texts: inout PageTexts,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) -> PageChunk? {
    begin()
    guard let first = records.first else { return nil }
    var chunk = PageChunk(
      level: level, start: first.start, end: first.start, count: records.count)
    var time = first.start
    for record in records {
      let duration = Self.duration(record)
      chunk.end = max(chunk.end, record.start.addingClamped(duration))
      addSplit(.start, UInt64(bitPattern: record.start &- time))
      addSplit(.duration, UInt64(bitPattern: duration))
      time = record.start
      add(record, &texts)
    }
    chunk.ids = entries(\.ids)
    chunk.causes = entries(\.causes)
    let parts = join()
    let size = compressor.withCompressed(bytes.bytes, partEnds: parts) { compressed in
      body(compressed)
      return compressed.count
    }
    guard let size else { return nil }
    chunk.size = size
    return chunk
  }

  private func begin() {
    for column in columns { column.removeAll() }
    for column in lowBytes { column.removeAll() }
    used = 0
    texts.removeAll()
    textCount = 0
    bytes.removeAll()
    for index in last.indices { last[index] = Last() }
    for index in ranges.indices { ranges[index] = Ranges() }
  }

  // MARK: - Columns

  @inline(__always)
  private func add(_ column: Column, _ value: UInt64) {
    columns[column.rawValue].append(varint: value)
    if value != 0 { used |= 1 << UInt64(column.rawValue) }
  }

  @inline(__always)
  private func addSplit(_ column: Column, _ value: UInt64) {
    lowBytes[column.rawValue].append(UInt8(truncatingIfNeeded: value))
    columns[column.rawValue].append(varint: value >> 8)
    if value != 0 { used |= 1 << UInt64(column.rawValue) }
  }

  @inline(__always)
  private func add(_ record: PageRecord, _ texts: inout PageTexts) {
    let isBlock = record.kind == .block
    add(.kind, UInt64(record.kind.rawValue))
    add(.lane, UInt64(UInt32(bitPattern: record.lane)))
    add(.row, UInt64(record.row))
    add(.name, UInt64(UInt32(bitPattern: record.name)))
    add(.state, UInt64(record.state))
    add(.action, UInt64(record.action))
    add(.low, UInt64(record.low))
    addIds(of: record)
    addSplit(.nested, isBlock ? 0 : UInt64(bitPattern: record.nested))
    addSplit(.waited, isBlock ? 0 : UInt64(bitPattern: record.waited))
    add(.depth, isBlock ? 0 : record.depth)
    add(.outputs, isBlock ? 0 : record.outputs)
    add(.text, text(of: record, &texts))
    add(.count, isBlock ? record.count : 0)
    add(.busy, isBlock ? record.busyPart : 0)
    add(.failed, isBlock ? record.failed : 0)
    add(.belongsTo, record.belongsTo)
    add(.place, UInt64(UInt32(bitPattern: record.place)))
  }

  @inline(__always)
  private func addIds(of record: PageRecord) {
    // Blocks and most points have neither ids nor causes.
    guard record.kind.isSpan || record.cause != 0 else {
      add(.id, 0)
      add(.cause, 0)
      add(.parent, 0)
      return
    }
    let kinds = PageRecord.Kind.allCases.count
    let place = Int(record.lane) * kinds + Int(record.kind.rawValue)
    while last.count <= place { last.append(Last()) }
    add(.id, UInt64(zigzag: Int64(bitPattern: record.id &- last[place].id)))
    last[place].id = record.id
    if record.cause == 0 {
      add(.cause, 0)
    } else {
      add(.cause, Self.present(Int64(bitPattern: record.cause &- last[place].cause)))
      last[place].cause = record.cause
    }
    add(
      .parent,
      record.parent == 0 ? 0 : Self.present(Int64(bitPattern: record.id &- record.parent)))
    let range = Int(record.process) * kinds + Int(record.kind.rawValue)
    while ranges.count <= range { ranges.append(Ranges()) }
    if record.id != 0 { ranges[range].ids = Self.extended(ranges[range].ids, record.id) }
    if record.cause != 0 {
      ranges[range].causes = Self.extended(ranges[range].causes, record.cause)
    }
  }

  /// The covered time of a block, without its invisible part: less than a sixteenth of the width of
  /// its lowest level.
  @inline(__always)
  private static func duration(_ record: PageRecord) -> Int64 {
    guard record.kind == .block else { return record.duration }
    return record.duration & ~(PageLevels.width(of: Int(record.low)) / 16 - 1)
  }

  /// 1 + a ZigZag-encoded number. The one number without such a value is never a distance of ids.
  @inline(__always)
  private static func present(_ value: Int64) -> UInt64 { UInt64(zigzag: value) &+ 1 }

  private static func extended(
    _ range: ClosedRange<UInt64>?, _ value: UInt64
  ) -> ClosedRange<UInt64> {
    guard let range else { return value...value }
    return min(range.lowerBound, value)...max(range.upperBound, value)
  }

  private func text(of record: PageRecord, _ texts: inout PageTexts) -> UInt64 {
    if record.text == 0 { return 0 }
    var text = texts.take(record.text)
    text.withUTF8 { utf8 in
      self.texts.append(varint: UInt64(utf8.count))
      self.texts.append(UnsafeRawBufferPointer(utf8))
    }
    textCount += 1
    return textCount
  }

  private func entries(_ range: KeyPath<Ranges, ClosedRange<UInt64>?>) -> [PageChunk.Range] {
    ranges.indices.compactMap { place in
      guard let range = ranges[place][keyPath: range] else { return nil }
      let kinds = PageRecord.Kind.allCases
      return PageChunk.Range(
        process: ProcessIndex(place / kinds.count), kind: kinds[place % kinds.count],
        least: range.lowerBound, greatest: range.upperBound)
    }
  }

  /// Joins the columns.
  ///
  /// - Returns: The positions at which the kind of content changes; the parts compress better
  ///   separately.
  private func join() -> [Int] {
    let present = Column.allCases.filter { used & 1 << UInt64($0.rawValue) != 0 }
    bytes.append(varint: UInt64(present.count) + (textCount > 0 ? 1 : 0))
    for column in present {
      let size = columns[column.rawValue].count + lowBytes[column.rawValue].count
      bytes.append(varint: column.number)
      bytes.append(varint: UInt64(size))
    }
    if textCount > 0 {
      bytes.append(varint: Self.textColumn)
      bytes.append(varint: UInt64(texts.count))
    }
    var ends: [Int] = []
    for column in present {
      if column.isSplit {
        bytes.append(lowBytes[column.rawValue])
        ends.append(bytes.count)
      }
      bytes.append(columns[column.rawValue])
      ends.append(bytes.count)
    }
    bytes.append(texts)
    return ends
  }
}
