import SystemSupport

/// The snapshots in the directory of a flight recorder.
package enum SnapshotDirectories {
  /// The prefix of the directories' names, which is the name of the session's output.
  static let prefix = "snapshot-"

  /// The names of the directories, sorted.
  static func names(in directory: String) -> [String] {
    Files.entries(of: directory).filter { $0.hasPrefix(prefix) }.sorted()
  }

  /// The latest requested snapshot, which no event has triggered; `nil` if there is none.
  static func latestRequested(of names: some Sequence<String>) -> String? {
    // LTTng counts the snapshots of a session; the local time before the number can repeat.
    names.filter { SnapshotTrigger.cause(ofSnapshot: $0) == nil }
      .max { (number($0), $0) < (number($1), $1) }
  }

  private static func number(_ name: String) -> Int {
    name.split(separator: "-").last.flatMap { Int($0) } ?? 0
  }

  /// The paths of the directories, sorted by name.
  package static func all(in directory: String) -> [String] {
    names(in: directory).map { "\(directory)/\($0)" }
  }
}
