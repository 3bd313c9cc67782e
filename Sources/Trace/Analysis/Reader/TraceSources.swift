import FoundationEssentials

/// The traces to be read: their paths, those that had to be repaired, and the damage.
final class TraceSources {
  private(set) var damage: [TraceDamage] = []

  private let originals: [String]
  /// The directory to read instead of the original; `nil` to read none.
  private var paths: [String?]
  private var temporaryDirectories: [String] = []
  private var cutPackets: [String: Int] = [:]

  let recordings: RecordingDirectories

  /// - Parameters:
  ///   - directories: The traces.
  ///   - paths: The paths to open instead of some of these.
  ///   - recordings: The recordings that they belong to.
  init(
    _ directories: [String], paths: [String: String] = [:],
    recordings: RecordingDirectories = RecordingDirectories()
  ) {
    self.recordings = recordings
    originals = directories
    self.paths = directories.map { paths[$0] ?? $0 }
  }

  var readable: [Int] { paths.indices.filter { paths[$0] != nil } }

  func path(of source: Int) -> String { paths[source] ?? originals[source] }

  func original(_ source: Int) -> String { originals[source] }

  /// The file in the original directory that corresponds to a file that was read.
  func original(_ file: String, in source: Int) -> String {
    file.replacing(path(of: source), with: originals[source])
  }

  /// - Parameter packet: The number of the packet in the stream, counted from 1.
  func noteDamage(of source: Int, stream: String, packet: Int = 0, _ message: String) {
    let path = stream.isEmpty ? originals[source] : original(stream, in: source)
    // The last event of a truncated file may be truncated, too: that is recorded already.
    if let cut = cutPackets[path], packet >= cut { return }
    damage.append(TraceDamage(path: path, message: original(message, in: source)))
  }

  func leaveOut(_ source: Int, file: String = "", because message: String) {
    noteDamage(of: source, stream: file, message)
    paths[source] = nil
  }

  func replace(_ source: Int, with repair: TraceRepair) {
    damage += repair.damage.map { damage in
      TraceDamage(
        path: original(damage.path, in: source), message: original(damage.message, in: source))
    }
    for (file, packet) in repair.cutPackets { cutPackets[original(file, in: source)] = packet }
    paths[source] = repair.path
    if let directory = repair.temporaryDirectory { temporaryDirectories.append(directory) }
  }

  func removeTemporaryDirectories() {
    for directory in temporaryDirectories { try? FileManager.default.removeItem(atPath: directory) }
    temporaryDirectories = []
  }
}
