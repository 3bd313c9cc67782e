import Glibc
import SystemSupport

/// The directory a recording is written to.
struct OutputDirectory {
  /// Absolute, because the daemon that writes there has another working directory.
  let path: String
  private let existed: Bool
  /// Nil for a temporary directory.
  private let claim: DirectoryClaim?
  /// The recording that is continued in it; nil for a new one.
  let resumed: ResumedRecording?

  private init(
    path: String, existed: Bool, claim: DirectoryClaim? = nil, resumed: ResumedRecording? = nil
  ) {
    self.path = path
    self.existed = existed
    self.claim = claim
    self.resumed = resumed
  }

  /// The directory that temporary traces are made in.
  static func temporaryParent(_ environment: ProcessEnvironment) -> String {
    // A watchdog reads the path of the directory from a line.
    environment["TMPDIR"].flatMap { $0.hasPrefix("/") && !$0.hasLineBreak ? $0 : nil } ?? "/tmp"
  }

  /// Creates a directory for a temporary trace, on a file system with enough room.
  static func makeTemporary(
    room: Int, environment: ProcessEnvironment
  ) throws(RecordingFailure) -> OutputDirectory {
    let parent = temporaryParent(environment)
    if let free = Files.freeBytes(of: parent), free < room {
      throw RecordingFailure(
        .outputUnusable,
        "\(parent) has \(ByteCount(free).rounded) free, and the trace takes up to "
          + "\(ByteCount(room).rounded). Set TMPDIR to a directory with more room.")
    }
    do throws(FileError) {
      return OutputDirectory(
        path: try Files.makeUniqueDirectory(in: parent, prefix: "signpost-trace-"), existed: false)
    } catch {
      throw RecordingFailure(
        .outputUnusable, "\(error). Set TMPDIR to a directory you can write to.")
    }
  }

  /// Checks that `requested` can be created, or is an empty directory, before anything is started.
  ///
  /// - Parameter name: The name of the recording: an earlier one of that name is continued.
  static func check(_ requested: String?, name: String? = nil) throws(RecordingFailure) {
    if requested?.hasPrefix("/") != true, !Files.hasWorkingDirectory {
      throw .unusableOutput("the working directory was removed.")
    }
    guard let requested else {
      guard access(".", W_OK | X_OK) == 0 else {
        throw .unusableOutput("can't write to the working directory (\(errorText(errno))).")
      }
      return
    }
    var status = stat()
    if stat(requested, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw .unusableOutput("\(requested) exists and is not a directory.")
      }
      guard Files.entries(of: requested).isEmpty || resumed(in: requested, name: name) != nil else {
        throw .unusableOutput("\(requested) is not empty, and a trace is never overwritten.")
      }
      guard access(requested, R_OK | W_OK | X_OK) == 0 else {
        throw .unusableOutput("can't write to \(requested): \(errorText(errno)).")
      }
      return
    }
    guard errno == ENOENT else { throw cannotCreate(requested, errno) }
    if lstat(requested, &status) == 0 {
      throw .unusableOutput("\(requested) is a link to a directory that does not exist.")
    }
    // mkdir explains best why a directory cannot be created. Another name: another recorder could
    // take the directory before it is removed again.
    var parts = requested.split(separator: "/", omittingEmptySubsequences: false)
    while parts.count > 1, parts.last == "" { parts.removeLast() }
    parts[parts.count - 1] = ".signpost-\(UInt32.random(in: .min ... .max))"
    let probe = parts.joined(separator: "/")
    guard mkdir(probe, 0o700) == 0 else { throw cannotCreate(requested, errno) }
    rmdir(probe)
  }

  /// A path on the file system that a recording will be on: the directory itself, or the one that
  /// it is to be created in.
  static func place(of requested: String?) -> String {
    guard let requested else { return "." }
    if Files.exists(requested) { return requested }
    var path = requested[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Creates the directory, readable only by the user; or finds the directory of an earlier
  /// recording.
  static func make(
    _ requested: String?, name: String? = nil
  ) throws(RecordingFailure) -> OutputDirectory {
    if let requested {
      if resumed(in: requested, name: name) != nil {
        let found = try resolve(requested, existed: true, claim: claim(requested))
        // Only now: the recorder that had it until now may have written to it.
        return OutputDirectory(
          path: found.path, existed: true, claim: found.claim,
          resumed: resumed(in: found.path, name: name))
      }
      return try create(requested)
    }
    let path = try makeTimestampedDirectory(prefix: "signpost-trace-")
    return try resolve(path, existed: false, claim: claim(path))
  }

  private static func resumed(in directory: String, name: String?) -> ResumedRecording? {
    name.flatMap { ResumedRecording(in: directory, name: $0) }
  }

  /// Removes the directory if the recording failed.
  func removeIfCreated() {
    if resumed != nil { return }
    if existed {
      Files.entries(of: path).forEach { Files.remove(path + "/" + $0) }
    } else {
      Files.remove(path)
    }
  }

  /// Whether any process with the provider was recorded.
  var holdsProcesses: Bool { Self.holdsProcesses(path) }

  /// Whether any process with the provider was recorded in a directory.
  static func holdsProcesses(_ path: String) -> Bool {
    // Rotated chunks, and snapshots, are directories of their own.
    !Files.entries(of: path + "/ust").isEmpty || !Files.entries(of: path + "/archives").isEmpty
      || !SnapshotDirectories.names(in: path).isEmpty
  }

  private static func create(_ requested: String) throws(RecordingFailure) -> OutputDirectory {
    let existed = mkdir(requested, 0o700) != 0
    let reason = errno
    if existed, reason != EEXIST { throw cannotCreate(requested, reason) }
    let claim = try claim(requested)
    // Only now: the recorder that had it until now may have written to it.
    guard Files.entries(of: requested).isEmpty else { throw cannotCreate(requested, EEXIST) }
    guard chmod(requested, 0o700) == 0 else {
      throw .unusableOutput(
        "can't make \(requested) private to you, as traces are: \(errorText(errno)).")
    }
    return try resolve(requested, existed: existed, claim: claim)
  }

  private static func claim(_ directory: String) throws(RecordingFailure) -> DirectoryClaim {
    guard let claim = DirectoryClaim(directory) else {
      throw .unusableOutput("another recording is being made in \(directory).")
    }
    return claim
  }

  private static func cannotCreate(_ requested: String, _ reason: Int32) -> RecordingFailure {
    let hint =
      switch reason {
      case ENOENT: " The directory it is to be created in does not exist."
      case EEXIST: " A trace is never overwritten."
      default: ""
      }
    return .unusableOutput("can't create \(requested): \(errorText(reason)).\(hint)")
  }

  private static func resolve(
    _ path: String, existed: Bool, claim: DirectoryClaim
  ) throws(RecordingFailure) -> OutputDirectory {
    guard let resolved = realpath(path, nil) else {
      throw .unusableOutput("can't find \(path) again: \(errorText(errno)).")
    }
    defer { free(resolved) }
    guard let absolute = String(validatingCString: resolved) else {
      if !existed { rmdir(path) }
      throw .unusableOutput("the path of the trace is not UTF-8, which LTTng does not accept.")
    }
    return OutputDirectory(path: absolute, existed: existed, claim: claim)
  }
}
