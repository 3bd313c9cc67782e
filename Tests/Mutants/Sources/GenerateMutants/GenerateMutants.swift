import Foundation
import MutantGenerator

/// Adds switches to sources, in place, and prints the mutants as JSON.
///
/// usage: `GenerateMutants ORIGINAL COPY EXCLUDED FOLDER…`. The folders are those below both
/// directories; a file has the ids of mutants that are left out, because they do not compile.
@main
struct GenerateMutants {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let original = URL(filePath: arguments[0])
    let copy = URL(filePath: arguments[1])
    let excluded = Set(
      (try? String(contentsOf: URL(filePath: arguments[2]), encoding: .utf8))?
        .split(separator: "\n").compactMap { Int($0) } ?? [])
    var mutants: [Mutant] = []
    for folder in arguments.dropFirst(3) {
      for path in try files(below: original.appending(path: folder)) {
        let name = "\(folder)/\(path)"
        let text = try String(contentsOf: original.appending(path: name), encoding: .utf8)
        var file = MutatedFile(text, path: name, firstID: mutants.count + 1)
        try write(file.switched(excluding: excluded), to: copy.appending(path: name))
        mutants += file.mutants
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    FileHandle.standardOutput.write(try encoder.encode(mutants))
  }

  private static func files(below directory: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: directory.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
  }

  /// A file that stays as it is is not compiled again.
  private static func write(_ text: String, to file: URL) throws {
    guard (try? String(contentsOf: file, encoding: .utf8)) != text else { return }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
