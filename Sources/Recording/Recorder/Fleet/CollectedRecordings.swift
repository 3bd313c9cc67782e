import Glibc
import RecordingManifests
import SystemSupport

/// The recordings that a relay daemon has written, by host.
///
/// A recording that has ended is scanned once: a fleet leaves thousands of files each day.
struct CollectedRecordings {
  /// The directories of the relay daemons; the last one may still run.
  var directories: [String] = []
  /// Recordings that had ended when they were scanned, by path.
  private var ended: [String: CollectionStatus.Recording] = [:]
  /// Whether the manifest of a recording says that it has ended, by path, where there is a
  /// manifest.
  private var noted: [String: Bool] = [:]

  /// Scans recordings that may have changed.
  ///
  /// - Parameter openFiles: The open files of the daemon.
  mutating func status(openFiles: [String]) -> CollectionStatus {
    let arriving = Set(openFiles.compactMap(recording(ofFile:)))
    var recordings: [CollectionStatus.Recording] = []
    for directory in directories {
      for host in Files.entries(of: directory) {
        for name in Files.entries(of: "\(directory)/\(host)") {
          let path = "\(directory)/\(host)/\(name)"
          let isArriving = arriving.contains(path)
          if let known = ended[path], !isArriving {
            recordings.append(known)
            continue
          }
          let recording = CollectionStatus.Recording(
            host: host, name: name, bytes: Self.size(of: path, depth: 0), bytesPerSecond: 0,
            isArriving: isArriving, isSealed: RelaySeal.find(in: path) != nil)
          recordings.append(recording)
          let hasEnded = !isArriving && (!recording.isSignpost || noted[path] == true)
          ended[path] = hasEnded ? recording : nil
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
  mutating func note(_ status: CollectionStatus) {
    for recording in status.recordings where recording.isSignpost {
      for path in paths(of: recording) {
        // It is not read for a statement that is known: it has begun, and has ended if sealed.
        if let hasEnded = noted[path], hasEnded || !recording.isSealed { continue }
        let seal = RelaySeal.find(in: path)
        var manifest = RecordingManifest.read(from: path)
        if manifest == nil || seal != nil && manifest?.end == nil {
          var new = manifest ?? Self.manifest(of: recording, at: path)
          if let seal {
            new.ended = RecordingManifest.timestamp()
            new.end = .init(
              .complete, discardedEvents: seal.discardedEvents, lostPackets: seal.lostPackets)
          }
          guard new.write(to: path) else { continue }
          manifest = new
        }
        noted[path] = manifest?.end != nil
      }
    }
  }

  /// Notes that a directory of recordings, or the one around it, was renamed.
  mutating func rename(_ path: String, to current: String) {
    directories = directories.map { directory in
      directory == path || directory.hasPrefix(path + "/")
        ? current + directory.dropFirst(path.count) : directory
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

  /// The recording that a file is of, if it is of any: the directory below the host's.
  private func recording(ofFile path: String) -> String? {
    guard let directory = directories.first(where: { path.hasPrefix($0 + "/") }) else {
      return nil
    }
    let parts = path.dropFirst(directory.count + 1).split(separator: "/", maxSplits: 2)
    return parts.count == 3 ? "\(directory)/\(parts[0])/\(parts[1])" : nil
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
