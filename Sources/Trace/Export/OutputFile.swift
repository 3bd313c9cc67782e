import Glibc
import SystemSupport
import TextTables

/// A file that is written under a temporary name and renamed once it is complete, or something else
/// that is written into: standard output, a pipe, a device.
///
/// Only a regular file is ever replaced. A symbolic link to one stays, and its target is replaced.
///
/// Errors are kept until ``finish()``, because an exporter writes a few bytes at a time.
public final class OutputFile {
  /// The final path; `-` for standard output.
  public let path: String

  /// The path of the file itself, if ``path`` is a symbolic link.
  private let target: String
  private let temporaryPath: String?
  private let isReplacing: Bool
  private var descriptor: Int32
  /// Whether a person reads the output, whose terminal would obey control characters in names.
  private lazy var isTerminal = descriptor >= 0 && isatty(descriptor) == 1
  private var buffer: [UInt8] = []
  private var failure: ExportFailure?

  private static let bufferSize = 1 << 18

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - path: The final path; `-` for standard output.
  ///   - isReplacing: Whether an existing file may be replaced.
  /// - Throws: ``ExportFailure`` if the file exists already, or cannot be created.
  public init(_ path: String, isReplacing: Bool = false) throws {
    self.path = path
    let (target, existing) = Self.resolve(path)
    self.target = target
    self.isReplacing = isReplacing
    buffer.reserveCapacity(Self.bufferSize + 4096)
    guard path != "-" else {
      temporaryPath = nil
      descriptor = STDOUT_FILENO
      return
    }
    switch existing {
    case .nothing: break
    case .regularFile:
      if !isReplacing { throw ExportFailure.fileExists(path) }
    case .danglingLink:
      throw ExportFailure.fileUnusable(path, reason: "it is a link to a file that does not exist")
    case .directory:
      throw ExportFailure.fileUnusable(path, reason: String(cString: strerror(EISDIR)))
    case .disk where !isReplacing: throw ExportFailure.fileExists(path)
    case .descriptor, .disk, .stream:
      if case .descriptor(let number) = existing {
        descriptor = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
      } else {
        descriptor = open(path, O_WRONLY | O_CLOEXEC)
      }
      guard descriptor >= 0 else {
        throw ExportFailure.fileUnusable(path, reason: String(cString: strerror(errno)))
      }
      temporaryPath = nil
      return
    }
    let temporaryPath = "\(target).\(UInt32.random(in: .min ... .max)).part"
    UnfinishedFiles.note(temporaryPath)
    descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      let code = errno
      UnfinishedFiles.forget(temporaryPath)
      let isPlaceGone = code == ENOENT && !path.hasPrefix("/") && !Files.hasWorkingDirectory
      throw ExportFailure.fileUnusable(
        path,
        reason: isPlaceGone
          ? "the working directory was removed" : String(cString: strerror(code)))
    }
    self.temporaryPath = temporaryPath
  }

  deinit { discard() }

  /// The kind of file that is at a path already.
  private enum Existing {
    case nothing, regularFile, danglingLink, directory
    /// A block device.
    case disk
    /// A pipe, a terminal, or another device.
    case stream
    /// A descriptor of this process.
    case descriptor(Int32)
  }

  private static func resolve(_ path: String) -> (target: String, Existing) {
    // A descriptor may not be opened a second time: a file would be written from its start.
    switch path {
    case "/dev/stdout": return (path, .descriptor(STDOUT_FILENO))
    case "/dev/stderr": return (path, .descriptor(STDERR_FILENO))
    default:
      for prefix in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(prefix) {
        if let number = Int32(path.dropFirst(prefix.count)) { return (path, .descriptor(number)) }
      }
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      return (path, lstat(path, &status) == 0 ? .danglingLink : .nothing)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: return (path, .directory)
    case S_IFBLK: return (path, .disk)
    default: return (path, .stream)
    }
    guard let resolved = realpath(path, nil) else { return (path, .regularFile) }
    defer { free(resolved) }
    return (String(cString: resolved), .regularFile)
  }

  /// The path for a library that opens files itself; ``finish()`` renames the file. `nil` for
  /// standard output.
  public var pathWhileWriting: String? { temporaryPath }

  /// Whether writing has failed: further writes have no effect.
  public var hasFailed: Bool { failure != nil }

  /// Adds bytes.
  @inline(__always)
  public func write(_ bytes: UnsafeRawBufferPointer) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { flush() }
  }

  /// Adds text.
  @inline(__always)
  public func write(_ text: String) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes the rest, and renames the file to its final name.
  ///
  /// - Throws: ``ExportFailure`` if writing failed. The file is removed then.
  public func finish() throws {
    flush()
    if let failure {
      discard()
      throw failure
    }
    guard let temporaryPath else {
      close()
      return
    }
    close()
    defer {
      unlink(temporaryPath)
      UnfinishedFiles.forget(temporaryPath)
    }
    guard isReplacing ? rename(temporaryPath, target) == 0 : moveUnlessTaken(temporaryPath) else {
      throw errno == EEXIST
        ? ExportFailure.fileExists(path)
        : ExportFailure.fileUnusable(path, reason: String(cString: strerror(errno)))
    }
  }

  /// Gives the file its name, unless that exists already.
  private func moveUnlessTaken(_ temporaryPath: String) -> Bool {
    // Unlike a rename, a link fails then.
    if link(temporaryPath, target) == 0 { return true }
    guard [EPERM, EOPNOTSUPP, ENOSYS, EINVAL, EMLINK].contains(errno) else { return false }
    // FAT, and some file systems of FUSE and of the network, have no links: an empty file takes the
    // name.
    let placeholder = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard placeholder >= 0 else { return false }
    _ = Glibc.close(placeholder)
    if rename(temporaryPath, target) == 0 { return true }
    let code = errno
    unlink(target)
    errno = code
    return false
  }

  /// Removes the temporary file.
  public func discard() {
    guard descriptor >= 0 else { return }
    close()
    guard let temporaryPath else { return }
    unlink(temporaryPath)
    UnfinishedFiles.forget(temporaryPath)
  }

  private func close() {
    if descriptor > STDERR_FILENO { _ = Glibc.close(descriptor) }
    descriptor = -1
  }

  private func flush() {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard failure == nil, descriptor >= 0 else { return }
    guard isTerminal else {
      buffer.withUnsafeBytes(flush)
      return
    }
    Array(String(decoding: buffer, as: UTF8.self).printableLines().utf8).withUnsafeBytes(flush)
  }

  private func flush(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
      let count = Glibc.write(descriptor, start, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        failure =
          errno == EPIPE
          ? .pipeClosed : .writingFailed(path, reason: String(cString: strerror(errno)))
        return
      }
      rest = rest.dropFirst(count)
    }
  }
}
