import Glibc
import RecordingManifests
import SystemSupport

/// Watches whether the directory of a recording is at its path, with its manifest.
///
/// LTTng keeps its files open, and reports nothing: a directory that was removed takes space that
/// no limit counts, and the events in it are lost.
struct OutputWatch {
  enum Change: Equatable {
    case removed
    /// Renamed: another path leads to the directory.
    case renamed(to: String)
    /// The manifest, and with it the files in the directory, were removed.
    case emptied
  }

  let path: String
  private let descriptor: Descriptor
  private var hadManifest = false
  /// Whether the manifest was missing at the last look: the directory may be about to be removed,
  /// after the files in it.
  private var wasMissing = false

  /// Closes it when the last copy of the watch is gone.
  private final class Descriptor {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { close(number) }
  }

  /// Starts watching; nil if the directory cannot be opened.
  init?(_ path: String) {
    let number = Files.aboveStandardStreams(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    guard number >= 0 else { return nil }
    self.path = path
    descriptor = Descriptor(number)
  }

  /// Records that the manifest is in the directory, and is missing if it is not there later.
  mutating func noteManifest() { hadManifest = true }

  /// Whether the manifest was removed.
  var lacksManifest: Bool {
    hadManifest && access(path + "/" + RecordingManifest.fileName, F_OK) != 0 && errno == ENOENT
  }

  /// Returns the change since the start; nil if there is none, or if a file system does not answer.
  mutating func look() -> Change? {
    var own = stat()
    guard fstat(descriptor.number, &own) == 0 else { return nil }
    guard let place = Self.status(of: path) else {
      return [ENOENT, ENOTDIR].contains(errno) ? moved(own) : nil
    }
    guard place.st_dev == own.st_dev, place.st_ino == own.st_ino else { return moved(own) }
    let isMissing = lacksManifest
    defer { wasMissing = isMissing }
    return isMissing && wasMissing ? .emptied : nil
  }

  private func moved(_ own: stat) -> Change {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = readlink("/proc/self/fd/\(descriptor.number)", &buffer, buffer.count - 1)
    let bytes = buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
    guard own.st_nlink > 0, let current = String(validating: bytes, as: UTF8.self),
      let place = Self.status(of: current), place.st_dev == own.st_dev, place.st_ino == own.st_ino
    else { return .removed }
    return .renamed(to: current)
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}

extension OutputWatch.Change {
  /// A clause about a directory.
  func text(_ path: String) -> String {
    switch self {
    case .removed: "\(path) was removed"
    case .renamed(let current): "\(path) was renamed to \(current)"
    case .emptied: "the files in \(path) were removed"
    }
  }
}
