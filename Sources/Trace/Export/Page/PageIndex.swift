import FoundationEssentials
import Glibc
import TraceAnalysis

/// The data of a page in a file, which `signpost view` serves.
///
/// ```swift
/// try PageIndex.build(directory: "my-recording", to: "my-recording.index")
/// let index = try PageIndex(path: "my-recording.index")
/// print(index.chunkCount, index.head.count)
/// ```
///
/// The file contains all chunks, the head, the positions of the chunks, and a trailer with the
/// positions of these parts. It belongs to the version of the tool that wrote it: another version
/// creates it again.
public final class PageIndex: Sendable {
  /// The head: a document of JSON.
  public let head: [UInt8]

  /// The number of chunks.
  public var chunkCount: Int { ends.count }

  private let path: String
  private let file: Int32
  /// The end of each chunk.
  private let ends: [UInt64]

  /// Opens a file that ``build(directory:title:filter:isReplacing:onProgress:to:)`` wrote.
  ///
  /// - Throws: ``PageIndexError`` if it cannot be read, is incomplete, or is of another version.
  public init(path: String) throws {
    self.path = path
    file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw PageIndexError.unreadable(path, reason: String(cString: strerror(errno)))
    }
    do {
      (head, ends) = try Self.read(file, path)
    } catch {
      close(file)
      throw error
    }
  }

  deinit { close(file) }

  /// Whether the trace is complete, according to its report; `false` if unknown.
  public var isComplete: Bool {
    struct Head: Decodable {
      struct Report: Decodable {
        var is_complete: Bool
      }
      var report: Report
    }
    return (try? JSONDecoder().decode(Head.self, from: Data(head)).report.is_complete) ?? false
  }

  /// A chunk in its stored form: compressed.
  ///
  /// Can be called from several threads at the same time.
  ///
  /// - Parameter index: Its index, less than ``chunkCount``.
  /// - Throws: ``PageIndexError`` if it cannot be read.
  public func chunk(_ index: Int) throws -> [UInt8] {
    precondition(ends.indices.contains(index), "there are \(ends.count) chunks")
    let start = index == 0 ? 0 : ends[index - 1]
    return try Self.read(file, path, at: start, count: ends[index] - start)
  }

  // MARK: - Writing

  /// Reads all traces below a directory, and writes the data of a page.
  ///
  /// - Parameters:
  ///   - directory: The directory of a recording, or one that holds recordings.
  ///   - title: The title of the page; `nil` for the name of the directory.
  ///   - filter: Selects the part of the traces.
  ///   - isReplacing: Whether an existing file may be replaced.
  ///   - onProgress: Called repeatedly while the trace is read.
  ///   - path: The final path of the file, which appears there once it is complete.
  /// - Returns: The summary of the traces, with losses and damage.
  /// - Throws: `TraceReaderError` if there is no trace to read, ``ExportFailure`` if the file
  ///   cannot be written. No file is left then.
  @discardableResult
  public static func build(
    directory: String, title: String? = nil, filter: TraceFilter = TraceFilter(),
    isReplacing: Bool = false, onProgress: ((ReadingProgress) -> Void)? = nil, to path: String
  ) throws -> TraceSummary {
    var reader = TraceReader(directory: directory)
    reader.onProgress = onProgress
    let output = try OutputFile(path, isReplacing: isReplacing)
    let samples = RecordedSamples(of: reader, filter)
    let writer = try PageIndexWriter(reader, output, filter, samples, title: title)
    var unfilteredSinks = writer.unfilteredSinks
    if let stacks = samples?.stacks { unfilteredSinks.append(stacks) }
    let summary = try reader.read(into: [writer], filter: filter, unfilteredSinks: unfilteredSinks)
    try output.finish()
    return summary
  }

  // MARK: - Reading

  private static func read(_ file: Int32, _ path: String) throws -> ([UInt8], [UInt64]) {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw PageIndexError.unreadable(path, reason: "it is no file")
    }
    let size = UInt64(clamping: status.st_size)
    guard size >= UInt64(PageTrailer.size) else { throw PageIndexError.incomplete(path) }
    let bytes = try read(
      file, path, at: size - UInt64(PageTrailer.size), count: UInt64(PageTrailer.size))
    guard let trailer = PageTrailer(bytes) else { throw PageIndexError.incomplete(path) }
    guard trailer.version == PageHead.version else {
      throw PageIndexError.otherVersion(path, trailer.version)
    }
    // Reads stay within the file, whatever its trailer contains.
    let tableSize = trailer.chunkCount.multipliedReportingOverflow(by: 8)
    let parts = [trailer.chunksSize, trailer.headSize, tableSize.partialValue]
    let room = size - UInt64(PageTrailer.size)
    var rest = room
    for part in parts {
      guard part <= rest, !tableSize.overflow else { throw PageIndexError.incomplete(path) }
      rest -= part
    }
    guard rest == 0 else { throw PageIndexError.incomplete(path) }
    let head = try read(file, path, at: trailer.chunksSize, count: trailer.headSize)
    let table = try read(
      file, path, at: trailer.chunksSize + trailer.headSize, count: tableSize.partialValue)
    let ends = PageTrailer.integers(table)
    let isAscending = zip(ends, ends.dropFirst()).allSatisfy { $0 <= $1 }
    guard isAscending, (ends.last ?? 0) == trailer.chunksSize,
      let inflated = Decompressor.inflated(head, count: trailer.inflatedHeadSize)
    else { throw PageIndexError.incomplete(path) }
    return (inflated, ends)
  }

  private static func read(
    _ file: Int32, _ path: String, at offset: UInt64, count: UInt64
  ) throws -> [UInt8] {
    var failure: String?
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
      while filled < Int(count) {
        let place = buffer.baseAddress.map { $0 + filled }
        let result = pread(file, place, Int(count) - filled, off_t(offset) + off_t(filled))
        if result < 0, errno == EINTR { continue }
        guard result > 0 else {
          failure = result < 0 ? String(cString: strerror(errno)) : "it ends too early"
          return
        }
        filled += result
      }
    }
    if let failure { throw PageIndexError.unreadable(path, reason: failure) }
    return bytes
  }
}
