import Glibc
import SystemSupport

/// Events of some of a trace's streams, merged and spooled to a file until the events of all others
/// are.
///
/// The file has no name, and is deleted with the process. Only this process reads it: values have
/// the same form as in memory.
final class EventSpool {
  private let file: Int32
  private var buffer: [UInt8] = []
  /// The positions of reading in the buffer and in the file.
  private var position = 0
  private var offset: off_t = 0
  private var failure: String?

  private static let bufferSize = 1 << 18

  /// The header of each message.
  private struct Header {
    var isGap = false
    var textSize: UInt32 = 0
    var metadataSize: UInt32 = 0
    var event: TraceEvent
    var rank = MergeHeap.Rank()
    var gap = Gap()
  }

  private struct Gap {
    var process: ProcessIndex?
    var start: Int64 = 0
    var end: Int64 = 0
    var unit = TraceGap.Unit.events
    var count: UInt64?
  }

  /// The rank of the events that are spooled next.
  var rank = MergeHeap.Rank()

  private static let noEvent = TraceEvent(
    timestamp: 0, process: -1, thread: nil, processor: nil, payload: .actionPayload(action: 0))

  init() throws(TraceReaderError) {
    let parent = Files.temporaryParent
    do throws(FileError) {
      file = try Files.openUnnamed(in: parent)
    } catch {
      throw .tooManyStreams(
        reason: "“\(parent)” takes no temporary file for reading the trace: "
          + errorText(error.number))
    }
  }

  deinit { close(file) }

  // MARK: - Writing

  /// Spools an event with its texts.
  func append(_ event: TraceEvent, _ texts: EventTexts) throws(TraceReaderError) {
    var header = Header(event: event, rank: rank)
    texts.withBytes { message, metadata in
      header.textSize = UInt32(clamping: message.count)
      header.metadataSize = UInt32(clamping: metadata.count)
      add(&header)
      buffer.append(contentsOf: message.prefix(Int(header.textSize)))
      buffer.append(contentsOf: metadata.prefix(Int(header.metadataSize)))
    }
    try flushIfFull()
  }

  /// Spools a gap.
  func append(_ gap: TraceGap) throws(TraceReaderError) {
    var header = Header(event: Self.noEvent)
    header.isGap = true
    header.gap = Gap(
      process: gap.process, start: gap.start, end: gap.end, unit: gap.unit, count: gap.count)
    let stream = Array(gap.stream.utf8)
    header.textSize = UInt32(clamping: stream.count)
    add(&header)
    buffer += stream
    try flushIfFull()
  }

  private func flushIfFull() throws(TraceReaderError) {
    guard buffer.count >= Self.bufferSize else { return }
    flush()
    try throwFailure()
  }

  private func add(_ header: inout Header) {
    withUnsafeBytes(of: &header) { buffer.append(contentsOf: $0) }
  }

  /// Ends writing: from now on, messages are read.
  func rewind() throws(TraceReaderError) {
    flush()
    try throwFailure()
    buffer = []
    position = 0
    offset = 0
  }

  private func flush() {
    if failure == nil, !buffer.withUnsafeBytes({ Files.write($0, to: file) }) {
      failure = "the trace cannot be spooled: \(errorText(errno))"
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private func throwFailure() throws(TraceReaderError) {
    if let failure { throw .tooManyStreams(reason: failure) }
  }

  // MARK: - Reading

  /// The time and the rank of the next event, `nil` if there is none, after the gaps before it have
  /// been delivered.
  func nextPlace(
    gapsTo writer: BatchWriter
  ) throws(TraceReaderError) -> (timestamp: Int64, rank: MergeHeap.Rank)? {
    while let header = try header() {
      guard header.isGap else { return (header.event.timestamp, header.rank) }
      position += MemoryLayout<Header>.size
      let stream = String(decoding: try bytes(Int(header.textSize)), as: UTF8.self)
      position += Int(header.textSize)
      _ = writer.add(
        TraceGap(
          stream: stream, process: header.gap.process, start: header.gap.start, end: header.gap.end,
          unit: header.gap.unit, count: header.gap.count))
    }
    return nil
  }

  /// Delivers the next event.
  ///
  /// - Returns: Whether the receiver accepts more.
  func takeEvent(to writer: BatchWriter) throws(TraceReaderError) -> Bool {
    guard let header = try header() else { return false }
    position += MemoryLayout<Header>.size
    let (textSize, metadataSize) = (Int(header.textSize), Int(header.metadataSize))
    if textSize + metadataSize > 0 {
      try bytes(textSize + metadataSize).withUnsafeBytes { bytes in
        writer.keep(
          message: UnsafeRawBufferPointer(rebasing: bytes[..<textSize]),
          metadata: UnsafeRawBufferPointer(rebasing: bytes[textSize...]))
      }
      position += textSize + metadataSize
    }
    return writer.add(header.event)
  }

  private func header() throws(TraceReaderError) -> Header? {
    let bytes = try bytes(MemoryLayout<Header>.size)
    guard bytes.count == MemoryLayout<Header>.size else { return nil }
    var header = Header(event: Self.noEvent)
    bytes.withUnsafeBytes { source in
      withUnsafeMutableBytes(of: &header) { $0.copyMemory(from: source) }
    }
    return header
  }

  /// The next `count` bytes, fewer at the end.
  private func bytes(_ count: Int) throws(TraceReaderError) -> ArraySlice<UInt8> {
    if buffer.count - position < count { try fill(count) }
    return buffer[position..<min(position + count, buffer.count)]
  }

  private func fill(_ count: Int) throws(TraceReaderError) {
    buffer.removeFirst(position)
    position = 0
    var part = [UInt8](repeating: 0, count: max(Self.bufferSize, count))
    while buffer.count < count {
      let received = pread(file, &part, part.count, offset)
      if received < 0 && errno == EINTR { continue }
      if received < 0 {
        failure = "the spooled part cannot be read: \(errorText(errno))"
        try throwFailure()
      }
      if received == 0 { return }
      offset += off_t(received)
      buffer += part[..<received]
    }
  }
}
