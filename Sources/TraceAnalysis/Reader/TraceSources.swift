import FoundationEssentials

/// The traces to be read: where they are, which of them had to be repaired, and what is damaged.
final class TraceSources {
  private(set) var damage: [TraceDamage] = []

  private let originals: [String]
  /// What is read instead of the original; `nil` where nothing is.
  private var paths: [String?]
  private var copies: [String] = []

  init(_ directories: [String]) {
    originals = directories
    paths = directories
  }

  var readable: [Int] { paths.indices.filter { paths[$0] != nil } }

  func path(of source: Int) -> String { paths[source] ?? originals[source] }

  func original(_ source: Int) -> String { originals[source] }

  /// The file in the original directory that corresponds to a file that was read.
  func original(_ file: String, in source: Int) -> String {
    file.replacing(path(of: source), with: originals[source])
  }

  func noteDamage(of source: Int, stream: String, _ message: String) {
    damage.append(
      TraceDamage(
        path: stream.isEmpty ? originals[source] : original(stream, in: source),
        message: original(message, in: source)))
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
    paths[source] = repair.path
    if let copy = repair.temporaryDirectory { copies.append(copy) }
  }

  func removeCopies() {
    for copy in copies { try? FileManager.default.removeItem(atPath: copy) }
    copies = []
  }
}
