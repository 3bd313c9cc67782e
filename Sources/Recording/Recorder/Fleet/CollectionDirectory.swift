import Glibc
import SystemSupport

/// The directory of a collection: each relay daemon has one of its own in it, so that none
/// overwrites the data of another.
struct CollectionDirectory {
  let path: String
  private let existed: Bool

  static func make(_ requested: String?) throws(RecordingFailure) -> CollectionDirectory {
    let name = requested ?? "signpost-fleet"
    var existed = false
    if mkdir(name, 0o700) != 0 {
      guard errno == EEXIST else {
        throw .unusableOutput("can't create \(name): \(errorText(errno)).")
      }
      existed = true
    }
    var status = stat()
    guard stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .unusableOutput("\(name) exists and is not a directory.")
    }
    guard access(name, W_OK | X_OK) == 0 else {
      throw .unusableOutput("can't write to \(name): \(errorText(errno)).")
    }
    guard let resolved = realpath(name, nil) else {
      throw .unusableOutput("can't find \(name) again: \(errorText(errno)).")
    }
    defer { free(resolved) }
    return CollectionDirectory(path: String(cString: resolved), existed: existed)
  }

  /// Creates a directory for one relay daemon, named after the time.
  func makeRun() throws(RecordingFailure) -> String {
    try makeTimestampedDirectory(prefix: path + "/")
  }

  /// Removes empty directories.
  func removeIfEmpty(_ runs: [String]) {
    runs.forEach { rmdir($0) }
    if !existed { rmdir(path) }
  }
}
