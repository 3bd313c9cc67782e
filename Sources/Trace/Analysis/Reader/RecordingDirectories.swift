import FoundationEssentials
import RecordingManifests

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The recordings that traces belong to, found by the manifests of `signpost record` in their top
/// directories.
struct RecordingDirectories {
  private(set) var recordings: [RecordedTrace] = []
  /// The requested recordings: for each root, the recording in it, or else the topmost ones below.
  private(set) var outermost: [RecordedTrace] = []
  private var roots: [String] = []
  /// For each directory that was searched for a manifest, the recording in it.
  private var known: [FileIdentity: Int?] = [:]
  /// For each trace, its recording.
  private var recordingOfTrace: [String: Int] = [:]

  /// The maximum number of directories between a trace and the manifest:
  /// `archives/chunk/ust/pid/process/`, and hosts.
  private static let maximumHeight = 8

  /// No recording.
  init() {}

  /// Finds the recording that each trace belongs to.
  ///
  /// - Parameters:
  ///   - traces: Directories below the root, or the root itself.
  ///   - root: A requested directory.
  mutating func add(_ traces: [String], below root: String) {
    roots.append(root)
    if traces.isEmpty { return }
    findOutermost(of: traces, below: root)
    for trace in traces {
      var directory = trace
      // The requested directory can be a part of a recording.
      for _ in 0..<Self.maximumHeight where !directory.isEmpty {
        if let number = recording(in: directory) {
          recordingOfTrace[trace] = number
          break
        }
        directory = Self.parent(of: directory)
      }
    }
  }

  /// The number of the recording whose manifest is in a directory; a directory that is reached by
  /// several paths has one.
  private mutating func recording(in directory: String) -> Int? {
    guard let identity = FileIdentity(directory) else { return nil }
    if let number = known[identity] { return number }
    var number: Int?
    if let manifest = Self.manifest(in: directory) {
      number = recordings.count
      recordings.append(RecordedTrace(directory: directory, manifest: manifest))
    }
    known[identity] = .some(number)
    return number
  }

  /// Finds the requested recordings: chunks of a recording belong to it.
  private mutating func findOutermost(of traces: [String], below root: String) {
    if let manifest = Self.manifest(in: root) {
      outermost.append(RecordedTrace(directory: root, manifest: manifest))
      return
    }
    for trace in traces where !outermost.contains(where: { trace.hasPrefix($0.prefix) }) {
      var directory = trace
      var found: RecordedTrace?
      for _ in 0..<Self.maximumHeight where directory != root && !directory.isEmpty {
        if let manifest = Self.manifest(in: directory) {
          found = RecordedTrace(directory: directory, manifest: manifest)
        }
        directory = Self.parent(of: directory)
      }
      if let found { outermost.append(found) }
    }
  }

  /// The name of a directory for readers: relative to the requested one, if there is one only.
  func name(of path: String) -> String {
    guard let root = roots.first, roots.count == 1 else { return path }
    let prefix = root.last == "/" ? root : root + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  /// Statements for readers about these recordings; with the directory of each if there are
  /// several.
  ///
  /// - Parameter causes: The slow events, by the directories of snapshots.
  func remarks(causes: [String: String]) -> [String] {
    outermost.flatMap { recording in
      let remarks = recording.manifest.remarks(cause: causes[recording.directory])
      guard outermost.count > 1 else { return remarks }
      return remarks.map { "\(name(of: recording.directory)): \($0)" }
    }
  }

  /// The recording that a trace belongs to.
  func recording(of trace: String) -> RecordedTrace? {
    recordingOfTrace[trace].map { recordings[$0] }
  }

  private static func parent(of directory: String) -> String {
    guard directory.last != "/" else { return parent(of: String(directory.dropLast())) }
    if let slash = directory.lastIndex(of: "/"), slash > directory.startIndex,
      ![".", ".."].contains(directory[directory.index(after: slash)...])
    {
      return String(directory[..<slash])
    }
    guard directory != "", let absolute = realpath(directory, nil) else { return "" }
    defer { free(absolute) }
    let path = String(cString: absolute)
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "" }
    return String(path[..<slash])
  }

  private static func manifest(in directory: String) -> RecordingManifest? {
    let path = directory + "/" + RecordingManifest.fileName
    guard TraceDirectories.isRegularFile(path),
      let data = try? Data(contentsOf: URL(filePath: path))
    else { return nil }
    return try? JSONDecoder().decode(RecordingManifest.self, from: data)
  }
}
