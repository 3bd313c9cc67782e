import Glibc
import TraceSchema

/// What a relay daemon has written, host by host.
struct CollectedRecordings {
  /// The directories of the daemons that wrote, of which the last one may still run.
  var directories: [String]

  /// Looks at all of it.
  ///
  /// - Parameter openFiles: Those of the daemon.
  func status(openFiles: [String]) -> CollectionStatus {
    var recordings: [CollectionStatus.Recording] = []
    for directory in directories {
      for host in directoryEntries(directory) {
        for name in directoryEntries("\(directory)/\(host)") {
          let path = "\(directory)/\(host)/\(name)"
          recordings.append(
            .init(
              host: host, name: name, bytes: Self.size(of: path, depth: 0), bytesPerSecond: 0,
              isArriving: openFiles.contains { $0.hasPrefix(path + "/") }))
        }
      }
    }
    return CollectionStatus(
      time: RecordingManifest.timestamp(),
      recordings: recordings.sorted { ($0.host, $0.name) < ($1.host, $1.name) },
      freeBytes: directories.last.flatMap { freeBytes(of: $0) })
  }

  /// Notes in recordings that were arriving when their relay daemon ended that they are incomplete.
  func note(_ message: String, in status: CollectionStatus) {
    for recording in status.recordings where recording.isArriving {
      for directory in directories {
        let path = "\(directory)/\(recording.host)/\(recording.name)"
        guard access(path, F_OK) == 0 else { continue }
        var manifest = RecordingManifest(
          mode: .registered, command: [], session: recording.name,
          host: .init(name: recording.host), started: Self.started(path))
        manifest.ended = RecordingManifest.timestamp()
        manifest.end = .init(.relayLost, lossesAreKnown: false, message: message)
        manifest.write(to: path)
      }
    }
  }

  private static func started(_ path: String) -> String {
    var status = stat()
    return stat(path, &status) == 0
      ? RecordingManifest.timestamp(status.st_mtim.tv_sec) : RecordingManifest.timestamp()
  }

  private static func size(of path: String, depth: Int) -> Int {
    var status = stat()
    guard depth < 16, lstat(path, &status) == 0 else { return 0 }
    guard status.st_mode & S_IFMT == S_IFDIR else { return Int(status.st_size) }
    return directoryEntries(path).reduce(0) { $0 + size(of: "\(path)/\($1)", depth: depth + 1) }
  }
}
