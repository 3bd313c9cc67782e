import ByteBuffers
import Foundation
import TraceAnalysis
import TraceExport

/// Indices of viewed recordings: the prepared data of their pages.
///
/// They are in the user's cache directory, never in a recording, which may be on a read-only
/// medium, or be evidence. Each recording has a directory of its own there, with one index at a
/// time. An index is created again when the recording or the program has changed, and removed once
/// the recording no longer exists.
public struct IndexCache: Sendable {
  /// The directory of all indices.
  public let directory: String

  /// Creates the cache of a user: `signpost/` in `XDG_CACHE_HOME`, or in `~/.cache`.
  ///
  /// - Parameter environment: The environment variables.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let caches =
      environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? "\(environment["HOME"] ?? NSHomeDirectory())/.cache"
    self.init(directory: "\(caches)/signpost")
  }

  /// Creates a cache in a directory, which need not exist.
  public init(directory: String) {
    self.directory = directory
  }

  /// Returns the index of a recording, and creates it if there is no valid one.
  ///
  /// - Parameters:
  ///   - recording: The directory of a recording, or one that holds recordings.
  ///   - onProgress: Called repeatedly while the recording is read.
  /// - Throws: `TraceReaderError` if there is no trace to read, ``IndexCacheFailure`` or
  ///   `ExportFailure` if the index cannot be written.
  public func index(
    of recording: String, onProgress: ((ReadingProgress) -> Void)? = nil
  ) throws -> PageIndex {
    removeIndicesOfRecordingsThatAreGone()
    guard let path = realpath(recording, nil) else {
      throw TraceReaderError.noDirectory(recording)
    }
    defer { free(path) }
    let recording = String(cString: path)
    let folder = try folder(of: recording)
    let name = RecordingFingerprint.of(recording) + Self.suffix
    let file = "\(folder)/\(name)"
    if let index = try? PageIndex(path: file) { return index }
    try PageIndex.build(
      directory: recording, isReplacing: true, onProgress: onProgress, to: file)
    for other in contents(of: folder) where other.hasSuffix(Self.suffix) && other != name {
      unlink("\(folder)/\(other)")
    }
    return try PageIndex(path: file)
  }

  private static let suffix = ".index"
  /// The file with the path of the recording that a directory belongs to.
  private static let pathFile = "recording"

  /// Creates the directory of a recording: accessible to its owner only, as recordings are.
  private func folder(of recording: String) throws -> String {
    var hash = FNV1a()
    hash.add(recording)
    let folder = "\(directory)/\(String(hexadecimal: hash.value))"
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data(recording.utf8).write(
        to: URL(fileURLWithPath: "\(folder)/\(Self.pathFile)"), options: .atomic)
    } catch {
      throw IndexCacheFailure(directory: directory, reason: error.localizedDescription)
    }
    return folder
  }

  private func removeIndicesOfRecordingsThatAreGone() {
    for folder in contents(of: directory).map({ "\(directory)/\($0)" }) {
      guard
        let recording = try? String(contentsOfFile: "\(folder)/\(Self.pathFile)", encoding: .utf8),
        access(recording, F_OK) != 0, errno == ENOENT
      else { continue }
      try? FileManager.default.removeItem(atPath: folder)
    }
  }

  private func contents(of folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}

/// The reason why there can be no index.
public struct IndexCacheFailure: Error, CustomStringConvertible {
  let directory: String
  let reason: String

  /// The failure, and the remedy.
  public var description: String {
    """
    The index of the recording cannot be kept in \(directory): \(reason) Set XDG_CACHE_HOME to a \
    folder that can be written to.
    """
  }
}
