import FoundationEssentials
import Glibc
import TraceAnalysis

/// The data of a page in a file: what `signpost view` serves.
///
/// ```swift
/// try PageIndex.build(directory: "my-recording", to: "my-recording.index")
/// let index = try PageIndex(path: "my-recording.index")
/// print(index.chunkCount, index.head.count)
/// ```
///
/// The file has all chunks, the head, the places of the chunks, and a trailer that says where these
/// are. It is for the version of the tool that wrote it: another one makes it again.
public final class PageIndex: Sendable {
  /// The head: a document of JSON.
  public let head: [UInt8]

  /// How many chunks there are.
  public var chunkCount: Int { ends.count }

  private let path: String
  private let file: Int32
  /// Where each chunk ends.
  private let ends: [UInt64]

  /// Opens a file that ``build(directory:title:filter:isReplacing:onProgress:to:)`` wrote.
  ///
  /// - Throws: ``PageIndexError`` if it can't be read, is not complete, or is of another version.
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

  /// Whether everything that happened is in it, as its report has it; `false` if that is not known.
  public var isComplete: Bool {
    struct Head: Decodable {
      struct Report: Decodable {
        var is_complete: Bool
      }
      var report: Report
    }
    return (try? JSONDecoder().decode(Head.self, from: Data(head)).report.is_complete) ?? false
  }

  /// A chunk as it is stored: compressed.
  ///
  /// Can be called from several threads at the same time.
  ///
  /// - Parameter index: Its place, from 0 on and less than ``chunkCount``.
  /// - Throws: ``PageIndexError`` if it can't be read.
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
  ///   - title: What the page is called; `nil` for the name of the directory.
  ///   - filter: What of the traces is in it.
  ///   - isReplacing: Whether a file that is there already may be replaced.
  ///   - onProgress: Called now and then while the trace is read.
  ///   - path: The file, which is put there once it is complete.
  /// - Returns: What there was to read, with losses and damage.
  /// - Throws: `TraceReaderError` when there is nothing to read, ``ExportFailure`` when nothing can
  ///   be written. Nothing is left then.
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
    let summary = try reader.read(
      into: [writer], filter: filter, unfilteredSinks: samples?.stacks.map { [$0] } ?? [])
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
    // Nothing is read that is not there, whatever the file says.
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
