import FoundationEssentials
import Glibc
import SystemSupport

/// The trace directories below the requested directories.
struct TraceDirectories {
  /// Directories with a file `metadata`: sorted below each requested directory.
  var traces: [String] = []

  /// The paths to open instead of traces whose names are not UTF-8.
  private(set) var paths: [String: String] = [:]

  /// Directories that cannot be read, or that contain streams and no metadata.
  var damage: [TraceDamage] = []

  /// The recordings that the traces belong to.
  private(set) var recordings = RecordingDirectories()

  /// A session has at most `archives/chunk/ust/pid/process/`; a deeper tree is not one.
  private static let maximumDepth = 16

  private let aliases = DirectoryAliases()

  private var searched: Set<FileIdentity> = []
  /// The number of directories that were reached again.
  private var reachedAgain = 0

  /// Requested directories whose traces are all below requested directories before them.
  private(set) var repeated: [String] = []

  init(below root: String) throws(TraceReaderError) {
    try self.init(below: [root])
  }

  /// - Parameter roots: The requested directories. A trace that is below several is read once.
  init(below roots: [String]) throws(TraceReaderError) {
    for root in roots {
      try Self.check(root)
      let (count, damageCount) = (traces.count, damage.count)
      let reachedBefore = reachedAgain
      search(root, at: root, depth: 0)
      recordings.add(Array(traces[count...]), below: root)
      guard traces.count == count, damage.count == damageCount else { continue }
      if reachedAgain == reachedBefore { throw .noTrace(root) }
      repeated.append(root)
    }
  }

  private static func check(_ root: String) throws(TraceReaderError) {
    var status = stat()
    guard stat(root, &status) == 0 else {
      let code = errno
      if code == ENOENT || code == ENOTDIR { throw .noDirectory(root) }
      throw .unreadable(root, reason: errorText(code))
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .noTrace(root) }
    guard access(root, R_OK | X_OK) == 0 else {
      throw .unreadable(root, reason: errorText(errno))
    }
  }

  /// - Parameters:
  ///   - directory: The name of the directory.
  ///   - place: The path that opens it.
  private mutating func search(_ directory: String, at place: String, depth: Int) {
    if let identity = FileIdentity(place), !searched.insert(identity).inserted {
      reachedAgain += 1
      return
    }
    guard let entries = aliases.entries(of: place) else {
      damage.append(
        TraceDamage(path: directory, message: "the directory cannot be listed"))
      return
    }
    if Self.isRegularFile(place + "/metadata") {
      traces.append(directory)
      if place != directory { paths[directory] = place }
      return
    }
    var holdsStreams = false
    for (name, path) in entries {
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR:
        if depth < Self.maximumDepth { search(directory + "/" + name, at: path, depth: depth + 1) }
      case S_IFREG:
        holdsStreams = holdsStreams || PacketFile.startsWithPacket(path)
      default:
        break
      }
    }
    if holdsStreams {
      damage.append(
        TraceDamage(
          path: directory, message: "it holds streams of a trace and no metadata to read them with")
      )
    }
  }

  static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Bytes of the files of all traces.
  var size: Int64 {
    var sum: Int64 = 0
    for trace in traces.map({ paths[$0] ?? $0 }) {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: trace)) ?? [] {
        var status = stat()
        guard stat(trace + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
          continue
        }
        sum += Int64(status.st_size)
      }
    }
    return sum
  }
}
