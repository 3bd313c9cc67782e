import RecordingManifests
import SystemSupport

/// The name of an output that a command writes when none is given.
///
/// A recording contains the files of its recorder: an output in it would be copied, archived and
/// deleted with it. From inside of a recording, the output goes beside it.
package enum DefaultOutput {
  /// The largest number of directories between a trace and the manifest of its recording.
  private static let maximumHeight = 8

  /// The path of a new file or directory, named after a recording.
  ///
  /// - Parameters:
  ///   - recording: The path of a recording, of a part of one, or of a page.
  ///   - name: Returns the name of the output for a name of the recording.
  /// - Returns: A name in the current directory, or a path beside the recording if that is the
  ///   current directory or around it.
  package static func path(for recording: String, name: (String) -> String) -> String {
    let path = Files.resolved(recording)
    let root = recordingAround(path)
    guard isSame(Files.resolved("."), orBelow: root) else { return name(lastName(path)) }
    // A part is named after its recording, and itself.
    let part = path == root ? "" : "-" + lastName(path)
    let parent = root.split(separator: "/").dropLast().joined(separator: "/")
    return (parent.isEmpty ? "/" : "/\(parent)/") + name(lastName(root) + part)
  }

  private static func lastName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? "recording"
  }

  private static func isSame(_ path: String, orBelow directory: String) -> Bool {
    (path + "/").hasPrefix(directory + "/")
  }

  /// The recording that a directory is a part of, or the directory itself.
  private static func recordingAround(_ path: String) -> String {
    var directory = path[...]
    for _ in 0...maximumHeight where !directory.isEmpty {
      if Files.exists("\(directory)/\(RecordingManifest.fileName)") { return String(directory) }
      directory = directory.lastIndex(of: "/").map { directory[..<$0] } ?? ""
    }
    return path
  }
}
