import CompanionSupport
import Foundation

/// The files of a storage that are in use.
final class SharedFiles: Sendable {
  let files: any Files
  private let interval: Duration?
  private let timing: WriteTiming
  private let inUse = Locked<[String: Entry]>([:])

  private struct Entry: Sendable {
    weak var file: SharedFile?
  }

  init(_ files: any Files, interval: Duration?, timing: WriteTiming = .background) {
    self.files = files
    self.timing = timing
    self.interval = interval
  }

  /// The file at a path: the same for all keys.
  func file(at path: String) -> SharedFile {
    inUse.withLock { inUse in
      if let file = inUse[path]?.file { return file }
      inUse = inUse.filter { $0.value.file != nil }
      let file = SharedFile(path, files, interval: interval, timing: timing)
      inUse[path] = Entry(file: file)
      return file
    }
  }
}

/// A file that holds a shared value: the pending writes, and their order.
///
/// Unchecked: all mutable state is behind locks.
final class SharedFile: ThrottledWriter, @unchecked Sendable {
  let path: String
  private let files: any Files
  /// Held while the file is read or written.
  private let access = NSRecursiveLock()
  private let requests = Locked(Requests())

  private struct Requests {
    var next: WriteRequest?
    /// The number of requests so far.
    var count = 0
  }

  init(_ path: String, _ files: any Files, interval: Duration?, timing: WriteTiming) {
    self.path = path
    self.files = files
    super.init(interval: interval, writesFirstAtOnce: true, timing: timing)
  }

  // MARK: Reading

  /// The content of the file after all pending writes; `nil` if it does not exist.
  func read(by reader: FileReader) throws -> (data: Data, stamp: FileStamp)? {
    flush()
    return try access.withLock {
      reader.didSee(files.stamp(of: path), isReadable: false)
      return try files.read(path)
    }
  }

  /// The content of the file if another program has changed it.
  ///
  /// - Parameter reader: The reader, which may have read it already.
  /// - Returns: The content; `nil` if it has not changed, or is about to be overwritten.
  func readChange(
    since reader: FileReader
  ) throws -> (content: (data: Data, stamp: FileStamp)?, requestCount: Int)? {
    let (isPending, count) = requests.withLock { ($0.next != nil, $0.count) }
    guard !isPending else { return nil }
    return try access.withLock {
      let stamp = files.stamp(of: path)
      guard stamp != reader.seen else { return nil }
      reader.didSee(stamp, isReadable: false)
      return (try files.read(path), count)
    }
  }

  /// Creates an empty file if there is none.
  ///
  /// A failure is left to the first write, which reports it.
  func createIfMissing(for reader: FileReader) {
    access.withLock {
      guard files.stamp(of: path) == nil, let stamp = try? files.create(path) else { return }
      reader.didSee(stamp, isReadable: true)
    }
  }

  /// Drops a pending write if another program has deleted the file, which has the last word.
  ///
  /// - Parameter reader: The reader that has seen the file.
  func dropWriteIfDeleted(since reader: FileReader) {
    let dropped = access.withLock {
      reader.seen != nil && files.stamp(of: path) == nil
        ? requests.withLock { $0.next.take() } : nil
    }
    for completion in dropped?.completions ?? [] { completion(.success(())) }
  }

  /// The number of requested writes.
  var requestCount: Int { requests.withLock(\.count) }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    files.watch(path, onChange: onChange)
  }

  // MARK: Writing

  /// Enqueues a write. It replaces an earlier one that is still pending.
  func enqueue(_ request: WriteRequest) {
    requests.withLock { requests in
      var request = request
      request.completions = (requests.next?.completions ?? []) + request.completions
      requests.next = request
      requests.count += 1
    }
  }

  override func write() -> (() -> Void)? {
    guard let request = requests.withLock({ $0.next.take() }) else { return nil }
    let result = Result {
      // Outside of the lock of the file: encoding a large value takes time.
      let data = try request.encode()
      try access.withLock {
        let stamp = try files.write(data, to: path) { try keepDamagedContent(request) }
        request.reader.didWrite(stamp)
      }
    }
    return {
      for completion in request.completions { completion(result) }
    }
  }

  /// Keeps the content of the file under another name, if it could not be read.
  private func keepDamagedContent(_ request: WriteRequest) throws {
    guard let stamp = files.stamp(of: path), !request.reader.canRead(stamp),
      let content = try files.read(path), !request.isReadable(content.data)
    else { return }
    try files.keep(path, suffix: ".damaged-\(Self.now)")
  }

  /// The time, as part of a file name.
  private static var now: String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyyMMdd'T'HHmmss'Z'"
    return formatter.string(from: Date())
  }
}

/// A pending write to a file.
struct WriteRequest: Sendable {
  let reader: FileReader
  let encode: @Sendable () throws -> Data
  /// Whether a content of the file can be decoded.
  let isReadable: @Sendable (Data) -> Bool
  var completions: [@Sendable (Result<Void, any Error>) -> Void]
}

/// The file states that one reader has seen.
final class FileReader: Sendable {
  private struct Known {
    var seen: FileStamp?
    var readable: FileStamp?
  }

  private let known = Locked(Known())

  /// The state in which the file was seen last; `nil` if it did not exist.
  var seen: FileStamp? { known.withLock(\.seen) }

  /// Whether the content in this state is known to be readable.
  func canRead(_ stamp: FileStamp) -> Bool {
    known.withLock { $0.readable == stamp }
  }

  func didWrite(_ stamp: FileStamp) {
    known.withLock { $0 = Known(seen: stamp, readable: stamp) }
  }

  func didSee(_ stamp: FileStamp?, isReadable: Bool) {
    known.withLock { $0 = Known(seen: stamp, readable: isReadable ? stamp : nil) }
  }
}
