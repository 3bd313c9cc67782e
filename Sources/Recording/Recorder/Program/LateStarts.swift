import Glibc
import RecordingManifests
import SystemSupport

/// Programs that run before LTTng has registered them, so that their beginning is not recorded, and
/// nothing of those that end before.
///
/// A session daemon registers programs one after the other. A program waits for that before its
/// first instruction, as long as the daemon lives, for three seconds unless a variable says
/// otherwise: of many that start together, the last ones would be missing. One that has waited in
/// vain appends a line to a file.
struct LateStarts {
  /// Names the file to the library in the program.
  private static let variable = "SIGNPOST_LATE_STARTS"
  private static let timeout = "LTTNG_UST_REGISTER_TIMEOUT"
  /// Milliseconds, for some hundred programs. Without limit, a program would not start while the
  /// session daemon is stopped.
  private static let longestWait = 60_000
  private let path: String
  /// Open, as the user that the program runs as may replace the file.
  private let file: Int32

  /// Creates the file; nil if that fails, which is no reason not to record.
  init?(in directory: PrivateDirectory) {
    path = (directory.userSockets?.path ?? directory.path) + "/late"
    file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    if let user = directory.userSockets?.user { fchown(file, user.id, user.group) }
  }

  /// The environment of the program.
  func environment(_ environment: ProcessEnvironment) -> ProcessEnvironment {
    let environment = environment.setting(Self.variable, to: path)
    guard environment[Self.timeout] == nil else { return environment }
    return environment.setting(Self.timeout, to: "\(Self.longestWait)")
  }

  /// The programs, each once, in the order of their starts.
  var processes: [RecordingManifest.Process] { Self.processes(in: file, after: 0) }

  /// The programs in an open file, in the order of their starts.
  ///
  /// - Parameter offset: The number of bytes to leave out.
  static func processes(in file: Int32, after offset: Int) -> [RecordingManifest.Process] {
    // A program may write anything.
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = pread(file, &bytes, bytes.count, offset)
    return processes(in: String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self))
  }

  static func processes(in text: String) -> [RecordingManifest.Process] {
    var known: Set<Int32> = []
    return text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      guard let pid = parts.first.flatMap({ Int32($0) }), known.insert(pid).inserted else {
        return nil
      }
      return RecordingManifest.Process(pid: pid, name: parts.count > 1 ? String(parts[1]) : "")
    }
  }
}
