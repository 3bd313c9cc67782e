import Glibc

/// The directory of a collection: each relay daemon gets one of its own in it, so that none writes
/// over what another one has.
struct CollectionDirectory {
  let path: String
  private let existed: Bool

  static func make(_ wish: String?) throws(RecordingFailure) -> CollectionDirectory {
    let name = wish ?? "signpost-fleet"
    var existed = false
    if mkdir(name, 0o700) != 0 {
      guard errno == EEXIST else { throw unusable("can't create \(name): \(errorText(errno)).") }
      existed = true
    }
    var status = stat()
    guard stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw unusable("\(name) exists and is not a directory.")
    }
    guard access(name, W_OK | X_OK) == 0 else {
      throw unusable("can't write to \(name): \(errorText(errno)).")
    }
    guard let resolved = realpath(name, nil) else {
      throw unusable("can't find \(name) again: \(errorText(errno)).")
    }
    defer { free(resolved) }
    return CollectionDirectory(path: String(cString: resolved), existed: existed)
  }

  /// Creates a directory for one relay daemon, called after the time.
  func makeRun() throws(RecordingFailure) -> String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    var buffer = [CChar](repeating: 0, count: 64)
    strftime(&buffer, buffer.count, "%Y%m%d-%H%M%S", &parts)
    let name = buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    for number in 1...10_000 {
      let candidate = path + "/" + (number == 1 ? name : "\(name)-\(number)")
      if mkdir(candidate, 0o700) == 0 { return candidate }
      guard errno == EEXIST else {
        throw Self.unusable("can't create \(candidate): \(errorText(errno)).")
      }
    }
    throw Self.unusable("too many directories named \(name) in \(path).")
  }

  /// Removes what came to nothing.
  func removeIfEmpty(_ runs: [String]) {
    runs.forEach { rmdir($0) }
    if !existed { rmdir(path) }
  }

  private static func unusable(_ message: String) -> RecordingFailure {
    RecordingFailure(.outputUnusable, message, remedy: .anotherDirectory)
  }
}
