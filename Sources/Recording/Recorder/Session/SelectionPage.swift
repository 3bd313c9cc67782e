import Glibc
import SystemSupport

/// The file from which a recorded program reads the patterns of prefixes and names, also when they
/// change.
///
/// The program maps it: a generation of eight bytes, which is odd while the patterns are written,
/// and the patterns, as `composable_selection_page` of CLTTng.
final class SelectionPage {
  static let variable = "SIGNPOST_SELECTION"
  private static let size = 4096
  /// The maximum number of bytes of all patterns.
  static let mostBytes = size - MemoryLayout<UInt64>.size - 1

  let path: String
  // Not by its path: the directory can belong to the user of the program.
  private let descriptor: Int32
  private var generation: UInt64 = 0

  /// Creates the file.
  init(path: String) throws(RecordingFailure) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    // Whole from the start: a program that reads a page without room on the disk would be killed.
    guard descriptor >= 0, fchmod(descriptor, 0o644) == 0,
      pwrite(descriptor, [UInt8](repeating: 0, count: Self.size), Self.size, 0) == Self.size
    else {
      throw RecordingFailure(.outputUnusable, "can't write \(path): \(errorText(errno)).")
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Replaces the patterns.
  func write(_ selection: SourceSelection) {
    var text = Array(selection.patternLines.utf8)
    precondition(text.count <= Self.mostBytes)
    text.append(0)
    write(generation + 1)
    pwrite(descriptor, text, text.count, MemoryLayout<UInt64>.size)
    generation += 2
    write(generation)
  }

  private func write(_ generation: UInt64) {
    withUnsafeBytes(of: generation) {
      _ = pwrite(descriptor, $0.baseAddress, $0.count, 0)
    }
  }
}
