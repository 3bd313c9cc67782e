import FoundationEssentials
import Glibc
import RecordingManifests
import SystemSupport

/// A recording that has ended, and is continued in its directory.
///
/// A recorder or session daemon that is killed, or a machine that restarts, leaves the traces of
/// the session at their place. They become a chunk before the next session writes there.
struct ResumedRecording {
  let directory: String
  let manifest: RecordingManifest

  /// The recording of this name in a directory; nil if there is none.
  init?(in directory: String, name: String) {
    guard let manifest = RecordingManifest.read(from: directory), manifest.name == name,
      [.recording, .snapshots].contains(manifest.part)
    else { return nil }
    self.directory = directory
    self.manifest = manifest
  }

  /// The end of the earlier part, in seconds since the epoch: if it has recorded nothing, its
  /// start, or the end of its last interruption.
  private var end: Int {
    let latest = max(
      Self.latestWrite(of: directory) ?? 0, CalendarTime.seconds(of: manifest.started) ?? 0)
    // Interruptions do not overlap.
    let resumption = manifest.interruptions?.last.flatMap { CalendarTime.seconds(of: $0.to) } ?? 0
    return max(manifest.ended.flatMap { CalendarTime.seconds(of: $0) } ?? latest, resumption)
  }

  /// When LTTng last wrote to a recording, in seconds since the epoch; nil if it has not.
  static func latestWrite(of directory: String) -> Int? {
    let traces =
      RotatedChunks.incomplete(in: directory).map { $0 + "/ust" }
      + [RotatedChunks.path(in: directory)]
    let latest = traces.map(latestWrite(below:)).max() ?? 0
    return latest > 0 ? latest : nil
  }

  /// The directories that hold chunks which LTTng has not completed, oldest first.
  private var incomplete: [String] { RotatedChunks.incomplete(in: directory) }
  private var archives: String { RotatedChunks.path(in: directory) }

  /// Makes a chunk of each part that the earlier session had not completed.
  ///
  /// - Returns: The time without a recording, up to now.
  func archive() throws(RecordingFailure) -> RecordingManifest.Interruption {
    let (end, now) = (end, time(nil))
    let incomplete = incomplete
    let parts = incomplete.map { $0 + "/ust" }.filter { access($0, F_OK) == 0 }
    // The end of a chunk is the begin of the next one.
    var begin =
      RotatedChunks(of: directory).chunks.last.map {
        Self.date(archives + "/" + $0.name) ?? $0.begin
      }
      ?? CalendarTime.seconds(of: manifest.started) ?? end
    for part in parts {
      let partEnd = max(begin, part == parts.last ? end : Self.latestWrite(below: part))
      try archive(part, begin: begin, end: partEnd)
      begin = partEnd
    }
    for place in incomplete where place != directory { rmdir(place) }
    return .init(
      from: RecordingManifest.timestamp(end), to: RecordingManifest.timestamp(now),
      reason: manifest.end?.reason,
      lossesAreKnown: manifest.end?.lossesAreKnown ?? false)
  }

  private func archive(_ part: String, begin: Int, end: Int) throws(RecordingFailure) {
    let rotated = RotatedChunks(of: directory)
    let number = (rotated.chunks.map(\.number).max() ?? -1) + 1
    let name = RotatedChunks.Chunk.name(begin: begin, end: end, number: number)
    mkdir(archives, 0o700)
    let path = archives + "/" + name
    guard mkdir(path, 0o700) == 0, rename(part, path + "/ust") == 0 else {
      throw .unusableOutput("can't move the earlier part of \(directory): \(errorText(errno)).")
    }
    guard Files.size(of: path + "/ust") > 0 else { return Files.remove(path) }
    var chunk = manifest
    chunk.part = .chunk
    // A number in a name is the one of its session.
    chunk.chunk = rotated.chunks.count + (manifest.rotation?.removedChunks ?? 0)
    chunk.interruptions = nil
    chunk.end =
      manifest.end
      ?? .init(
        .notStopped, lossesAreKnown: false,
        message: "The recorder was killed, or the machine was restarted.")
    chunk.write(to: path)
  }

  /// Writes its manifest again, as it is not continued after all.
  ///
  /// - Parameter end: The end of its last part: ``archive()`` has changed the directories by which
  ///   a part that was killed is dated.
  func restore(endedAt end: String) {
    var manifest = manifest
    manifest.ended = end
    manifest.write(to: directory)
  }

  /// When a directory was last changed; nil if there is none.
  private static func date(_ path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mtim.tv_sec
  }

  private static func latestWrite(below path: String) -> Int {
    let entries = Files.entries(of: path)
    let own = date(path) ?? 0
    return entries.reduce(own) { max($0, latestWrite(below: path + "/" + $1)) }
  }
}
