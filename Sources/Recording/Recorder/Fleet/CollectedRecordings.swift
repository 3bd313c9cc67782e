import Glibc
import RecordingManifests
import SystemSupport

/// The recordings that a relay daemon has written, by host.
struct CollectedRecordings {
  /// The directories of the relay daemons; the last one may still run.
  var directories: [String]

  /// Scans all of it.
  ///
  /// - Parameter openFiles: The open files of the daemon.
  func status(openFiles: [String]) -> CollectionStatus {
    var recordings: [CollectionStatus.Recording] = []
    for directory in directories {
      for host in Files.entries(of: directory) {
        for name in Files.entries(of: "\(directory)/\(host)") {
          let path = "\(directory)/\(host)/\(name)"
          recordings.append(
            .init(
              host: host, name: name, bytes: Self.size(of: path, depth: 0), bytesPerSecond: 0,
              isArriving: openFiles.contains { $0.hasPrefix(path + "/") },
              isSealed: RelaySeal.find(in: path) != nil))
        }
      }
    }
    return CollectionStatus(
      time: RecordingManifest.timestamp(),
      recordings: recordings.sorted { ($0.host, $0.name) < ($1.host, $1.name) },
      freeBytes: directories.last.flatMap { Files.freeBytes(of: $0) })
  }

  /// Records in the manifest of each recording of `signpost record` that it has begun, or has
  /// arrived completely.
  ///
  /// If its host or this process is killed, a recording keeps the former.
  func note(_ status: CollectionStatus) {
    for recording in status.recordings where recording.isSignpost {
      for path in paths(of: recording) {
        let seal = RelaySeal.find(in: path)
        var manifest = RecordingManifest.read(from: path)
        if manifest == nil || seal != nil && manifest?.end == nil {
          var new = manifest ?? Self.manifest(of: recording, at: path)
          if let seal {
            new.ended = RecordingManifest.timestamp()
            new.end = .init(
              .complete, discardedEvents: seal.discardedEvents, lostPackets: seal.lostPackets)
          }
          new.write(to: path)
          manifest = new
        }
      }
    }
  }

  /// Records in the manifests of recordings whose end did not arrive that they are incomplete.
  func note(_ message: String, in recordings: [CollectionStatus.Recording]) {
    for recording in recordings {
      for path in paths(of: recording) {
        var manifest =
          RecordingManifest.read(from: path) ?? Self.manifest(of: recording, at: path)
        guard manifest.end == nil else { continue }
        manifest.ended = RecordingManifest.timestamp()
        manifest.end = .init(.relayLost, lossesAreKnown: false, message: message)
        manifest.write(to: path)
      }
    }
  }

  private func paths(of recording: CollectionStatus.Recording) -> [String] {
    directories.map { "\($0)/\(recording.host)/\(recording.name)" }
      .filter { access($0, F_OK) == 0 }
  }

  private static func manifest(
    of recording: CollectionStatus.Recording, at path: String
  ) -> RecordingManifest {
    RecordingManifest(
      mode: .registered, command: [], session: recording.name,
      host: .init(name: recording.host), started: started(path))
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
    return Files.entries(of: path).reduce(0) { $0 + size(of: "\(path)/\($1)", depth: depth + 1) }
  }
}
