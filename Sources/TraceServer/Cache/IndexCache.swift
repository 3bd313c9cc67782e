import Foundation
import TraceAnalysis
import TraceExport

/// Indices of recordings that were looked at: what the page draws, put in order once.
///
/// They are in the user's folder for caches, never in a recording, which may be on a medium that
/// cannot be written to, or be evidence. Each recording has a folder of its own there, with one
/// index at a time. An index is made anew when the recording has changed or the program has, and
/// removed once the recording is gone.
public struct IndexCache: Sendable {
  /// The folder of all indices.
  public let directory: String

  /// Creates the cache of a user: `signpost/` in `XDG_CACHE_HOME`, or in `~/.cache`.
  ///
  /// - Parameter environment: The variables that say where it is.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let caches =
      environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? "\(environment["HOME"] ?? NSHomeDirectory())/.cache"
    self.init(directory: "\(caches)/signpost")
  }

  /// Creates a cache in a folder, which need not exist.
  public init(directory: String) {
    self.directory = directory
  }

  /// Returns the index of a recording, and makes it if there is none that fits.
  ///
  /// - Parameters:
  ///   - recording: The directory of a recording, or one that holds recordings.
  ///   - onProgress: Called now and then while the recording is read.
  /// - Throws: `TraceReaderError` when there is nothing to read, ``IndexCacheFailure`` or
  ///   `ExportFailure` when the index cannot be written.
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
  /// Holds the path of the recording that a folder is of.
  private static let pathFile = "recording"

  /// Makes the folder of a recording: for its owner alone, as recordings are.
  private func folder(of recording: String) throws -> String {
    var hash = FNV1a()
    hash.add(recording)
    let folder = "\(directory)/\(hexadecimal(hash.value))"
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

/// Why there can be no index.
public struct IndexCacheFailure: Error, CustomStringConvertible {
  let directory: String
  let reason: String

  /// What failed, and what to do.
  public var description: String {
    """
    The index of the recording cannot be kept in \(directory): \(reason) Set XDG_CACHE_HOME to a \
    folder that can be written to.
    """
  }
}
