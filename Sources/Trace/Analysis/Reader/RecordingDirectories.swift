import FoundationEssentials
import TraceSchema

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The recordings that traces belong to, found by the manifests of `signpost record` in their top
/// directories.
struct RecordingDirectories {
  private(set) var recordings: [RecordedTrace] = []
  /// The requested recordings: the recording in the root, or else the topmost ones below it.
  private(set) var outermost: [RecordedTrace] = []
  private var root = ""

  /// The maximum number of directories between a trace and the manifest:
  /// `archives/chunk/ust/pid/process/`, and hosts.
  private static let maximumHeight = 8

  /// No recording.
  init() {}

  /// Finds the recording that each trace belongs to.
  ///
  /// - Parameters:
  ///   - traces: Directories below the root, or the root itself.
  ///   - root: The requested directory.
  init(of traces: [String], below root: String) {
    self.root = root
    findOutermost(of: traces)
    var known: Set<String> = []
    for trace in traces {
      var directory = trace
      for _ in 0..<Self.maximumHeight {
        if known.contains(directory) { break }
        if let manifest = Self.manifest(in: directory) {
          known.insert(directory)
          recordings.append(RecordedTrace(directory: directory, manifest: manifest))
          break
        }
        // The requested directory can be a part of a recording.
        directory = directory == root ? Self.parent(of: root) : Self.parent(of: directory)
        if directory.isEmpty { break }
      }
    }
  }

  /// Finds the requested recordings: chunks of a recording belong to it.
  private mutating func findOutermost(of traces: [String]) {
    if let manifest = Self.manifest(in: root) {
      outermost = [RecordedTrace(directory: root, manifest: manifest)]
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

  /// Statements for readers about these recordings; with the directory of each if there are
  /// several.
  ///
  /// - Parameter causes: The slow events, by the directories of snapshots.
  func remarks(causes: [String: String]) -> [String] {
    outermost.flatMap { recording in
      let remarks = recording.manifest.remarks(cause: causes[recording.directory])
      guard outermost.count > 1 else { return remarks }
      let prefix = root.last == "/" ? root : root + "/"
      let name =
        recording.directory.hasPrefix(prefix)
        ? String(recording.directory.dropFirst(prefix.count)) : recording.directory
      return remarks.map { "\(name): \($0)" }
    }
  }

  /// The recording that contains a file or a directory.
  func recording(of path: String) -> RecordedTrace? {
    recordings.filter { path == $0.directory || path.hasPrefix($0.prefix) }
      .max { $0.directory.utf8.count < $1.directory.utf8.count }
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
