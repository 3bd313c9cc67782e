import FoundationEssentials
import TraceSchema

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The recordings that traces belong to, by the manifests of `signpost record` at their tops.
struct RecordingDirectories {
  private(set) var recordings: [RecordedTrace] = []
  /// The recordings that were asked for: that of the root, or else the topmost ones below it.
  private(set) var outermost: [RecordedTrace] = []
  private var root = ""

  /// The manifest is at most that far above a trace: `archives/chunk/ust/pid/process/`, and hosts.
  private static let maximumHeight = 8

  /// No recording.
  init() {}

  /// Finds the recording that each trace belongs to.
  ///
  /// - Parameters:
  ///   - traces: Directories below the root, or the root itself.
  ///   - root: The directory that was asked for.
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
        // What was asked for can be a part of a recording.
        directory = directory == root ? Self.parent(of: root) : Self.parent(of: directory)
        if directory.isEmpty { break }
      }
    }
  }

  /// Finds what was asked for: chunks of a recording belong to it.
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

  /// What a reader must know of these recordings; of several, with the directory of each.
  ///
  /// - Parameter causes: What was slow, by the directories of snapshots.
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

  /// The recording that a file or a directory is a part of.
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
