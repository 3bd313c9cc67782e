import TextTables
import TraceAnalysis

/// Makes chunks of records: columns of variable-length integers, compressed.
final class PageChunkEncoder {
  private let columns = Column.allCases.map { _ in ByteBuffer(capacity: 1 << 14) }
  /// A bit for each column that has something other than zeros.
  private var used: UInt64 = 0
  private let texts = ByteBuffer()
  private var textCount: UInt64 = 0
  private let bytes = ByteBuffer(capacity: 1 << 18)
  private let compressor: Compressor
  /// By process and kind.
  private var ids: ContiguousArray<Ids> = []

  /// Halfway: smaller than fast levels by a tenth, and little larger than the slowest.
  private static let compressionLevel: Int32 = 6

  /// In the order of their numbers.
  private enum Column: Int, CaseIterable {
    case start, duration, kind, lane, row, name, state, action, low, id, cause, parent, nested, waited
    case depth, outputs, text, count, busy, failed, belongsTo, place

    var number: UInt64 { UInt64(rawValue) + 1 }
  }

  private static let textColumn: UInt64 = 32

  /// The last ids of a process and kind, and their ranges.
  private struct Ids {
    var id: UInt64 = 0
    var cause: UInt64 = 0
    var ids: ClosedRange<UInt64>?
    var causes: ClosedRange<UInt64>?
  }

  /// - Returns: `nil` if there is no memory.
  init?() {
    guard let compressor = Compressor(.none, level: Self.compressionLevel) else { return nil }
    self.compressor = compressor
  }

  /// Encodes records.
  ///
  /// - Parameters:
  ///   - records: What the chunk has, in the order of their starts, at least one.
  ///   - level: Their high level.
  ///   - body: Given the chunk as it is stored.
  /// - Returns: What the head says of it; `nil` if it could not be compressed.
  func encode(
    _ records: ArraySlice<PageRecord>, level: Int, _ texts: inout PageTexts,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) -> PageChunk? {
    begin()
    guard let first = records.first else { return nil }
    var chunk = PageChunk(
      level: level, start: first.start, end: first.end, count: records.count)
    var time = first.start
    for record in records {
      chunk.end = max(chunk.end, record.end)
      add(.start, UInt64(bitPattern: record.start &- time))
      time = record.start
      add(record, &texts)
    }
    chunk.ids = ranges(\.ids)
    chunk.causes = ranges(\.causes)
    join()
    let size = compressor.withCompressed(bytes.bytes) { compressed in
      body(compressed)
      return compressed.count
    }
    guard let size else { return nil }
    chunk.size = size
    return chunk
  }

  private func begin() {
    for column in columns { column.removeAll() }
    used = 0
    texts.removeAll()
    textCount = 0
    bytes.removeAll()
    for index in ids.indices { ids[index] = Ids() }
  }

  // MARK: - Columns

  @inline(__always)
  private func add(_ column: Column, _ value: UInt64) {
    columns[column.rawValue].append(varint: value)
    if value != 0 { used |= 1 << UInt64(column.rawValue) }
  }

  @inline(__always)
  private func add(_ record: PageRecord, _ texts: inout PageTexts) {
    let isBlock = record.kind == .block
    add(.duration, UInt64(bitPattern: record.duration))
    add(.kind, UInt64(record.kind.rawValue))
    add(.lane, UInt64(UInt32(bitPattern: record.lane)))
    add(.row, UInt64(record.row))
    add(.name, UInt64(UInt32(bitPattern: record.name)))
    add(.state, UInt64(record.state))
    add(.action, UInt64(record.action))
    add(.low, UInt64(record.low))
    addIds(of: record)
    add(.nested, isBlock ? 0 : UInt64(bitPattern: record.nested))
    add(.waited, isBlock ? 0 : UInt64(bitPattern: record.waited))
    add(.depth, isBlock ? 0 : record.depth)
    add(.outputs, isBlock ? 0 : record.outputs)
    add(.text, text(of: record, &texts))
    add(.count, isBlock ? record.count : 0)
    add(.busy, isBlock ? UInt64(bitPattern: record.busy) : 0)
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
    let place = Int(record.process) * PageRecord.Kind.allCases.count + Int(record.kind.rawValue)
    while ids.count <= place { ids.append(Ids()) }
    let before = ids[place]
    add(.id, UInt64(zigzag: Int64(bitPattern: record.id &- before.id)))
    ids[place].id = record.id
    if record.id != 0 { ids[place].ids = Self.extended(before.ids, record.id) }
    if record.cause == 0 {
      add(.cause, 0)
    } else {
      add(.cause, Self.present(Int64(bitPattern: record.cause &- before.cause)))
      ids[place].cause = record.cause
      ids[place].causes = Self.extended(before.causes, record.cause)
    }
    add(
      .parent,
      record.parent == 0 ? 0 : Self.present(Int64(bitPattern: record.id &- record.parent)))
  }

  /// 1 + a signed number. The one that has no such place is never a distance of ids.
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

  private func ranges(_ range: KeyPath<Ids, ClosedRange<UInt64>?>) -> [PageChunk.Range] {
    ids.indices.compactMap { place in
      guard let range = ids[place][keyPath: range] else { return nil }
      let kinds = PageRecord.Kind.allCases
      return PageChunk.Range(
        process: ProcessIndex(place / kinds.count), kind: kinds[place % kinds.count],
        least: range.lowerBound, greatest: range.upperBound)
    }
  }

  private func join() {
    let present = Column.allCases.filter { used & 1 << UInt64($0.rawValue) != 0 }
    bytes.append(varint: UInt64(present.count) + (textCount > 0 ? 1 : 0))
    for column in present {
      bytes.append(varint: column.number)
      bytes.append(varint: UInt64(columns[column.rawValue].count))
    }
    if textCount > 0 {
      bytes.append(varint: Self.textColumn)
      bytes.append(varint: UInt64(texts.count))
    }
    for column in present { bytes.append(columns[column.rawValue]) }
    bytes.append(texts)
  }
}
