import CustomDump
import Foundation
import TestSupport
import Testing

/// The compiler that the tests were built with, and the plug-in that was built with them.
enum Compiler {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")

  /// Where the products are: beside the program that runs the tests.
  private static let products: URL = {
    var directory = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent()
    while directory.path != "/",
      !FileManager.default.fileExists(atPath: directory.appending(path: "Modules").path)
    {
      directory.deleteLastPathComponent()
    }
    return directory
  }()

  /// The messages about a fixture, one in a line, with the place in the fixture, and the
  /// corrections that fit in a line.
  static func typecheck(_ fixture: String) throws -> String {
    let output = try run("Diagnostics/\(fixture)", ["-diagnostic-style", "llvm"])
    let lines = output.components(separatedBy: "\n")
    var result = ""
    for (index, line) in lines.enumerated() {
      guard let message = message(line) else { continue }
      result += "\(message)\n"
      // The line of the fixture, a mark below, and the correction.
      let correction = index + 3 < lines.count ? lines[index + 3] : ""
      if message.contains(": note: "), self.message(correction) == nil,
        !correction.allSatisfy(\.isWhitespace)
      {
        result += "  \(correction.trimmingCharacters(in: .whitespaces))\n"
      }
    }
    return result
  }

  /// The text of a fixture.
  static func source(_ fixture: String) throws -> String {
    try String(contentsOf: fixtures.appending(path: "\(fixture).swift"), encoding: .utf8)
  }

  /// The complete messages of the compiler about a text, and its failure.
  ///
  /// - Parameters:
  ///   - source: The text of a file.
  ///   - mode: The language mode.
  ///   - arguments: Further arguments.
  static func compile(
    _ source: String, mode: String, _ arguments: [String] = []
  ) throws -> String {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "Fixture\(UUID().uuidString).swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let (output, status) = try run(
      file, mode: mode, ["-c", "-o", "/dev/null", "-package-name", "fixtures"] + arguments)
    return status == 0 ? output : "\(output)\nThe compiler ended with status \(status)."
  }

  /// The code that the macros in a fixture generate.
  static func expansions(_ fixture: String) throws -> String {
    try expansionBlocks("Expansions/\(fixture)").joined(separator: "\n") + "\n"
  }

  /// The code that the macros in a fixture generate, one by one.
  static func expansionBlocks(_ fixture: String) throws -> [String] {
    var blocks: [String] = [""]
    for line in try run(fixture, ["-Xfrontend", "-dump-macro-expansions"]).split(separator: "\n") {
      // The name of each expansion contains a number without a meaning here.
      if line.hasPrefix("@__swiftmacro_") {
        blocks.append("")
      } else if !line.hasPrefix("---") {
        // The directory of the repository has no meaning, either.
        let line = line.replacing(/(file|filePath): "[^"]*\//) { "\($0.output.1): \"" }
        blocks[blocks.count - 1] += blocks[blocks.count - 1].isEmpty ? line : "\n\(line)"
      }
    }
    return blocks.filter { !$0.isEmpty }
  }

  /// Compares the result with the file beside the fixture, or writes it there.
  static func isExpected(_ text: String, for fixture: String) throws -> Bool {
    let expected = fixtures.appending(path: "\(fixture).txt")
    if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] != nil {
      try text.write(to: expected, atomically: true, encoding: .utf8)
    }
    let difference = try diff(String(contentsOf: expected, encoding: .utf8), text)
    if let difference { Issue.record("\(fixture) differs: \(difference)") }
    return difference == nil
  }

  private static func message(_ line: String) -> String? {
    let place = line.range(
      of: #"^[^ ]+:\d+:\d+: (error|warning|note): "#, options: .regularExpression)
    guard let place else { return nil }
    let name = line[place].split(separator: "/").last.map(String.init) ?? ""
    // The compiler's own addition differs between versions.
    let text = line[place.upperBound...]
    let end = text.range(of: " (from macro ", options: .backwards)?.lowerBound ?? text.endIndex
    return name + text[..<end]
  }

  private static func run(_ fixture: String, _ arguments: [String]) throws -> String {
    let file = fixtures.appending(path: "\(fixture).swift")
    return try run(file, mode: "6", ["-typecheck"] + arguments).output
  }

  private static func run(
    _ file: URL, mode: String, _ arguments: [String]
  ) throws -> (output: String, status: Int32) {
    let plugin = products.appending(path: "ComposableArchitectureMacros-tool").path
    let result = try Command.run(
      [
        "swiftc", "-swift-version", mode, "-module-name", "Fixture",
        "-I", products.appending(path: "Modules").path,
        "-Xcc", "-fmodule-map-file=\(products.path)/CCore.build/module.modulemap",
        "-load-plugin-executable", "\(plugin)#ComposableArchitectureMacros",
      ] + arguments + [file.path])
    return (result.errors, result.status)
  }
}
