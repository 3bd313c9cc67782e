import Foundation
import Testing

/// The engines and libraries of other projects that read our exports: `scripts/setup.sh --tests`
/// puts them into the build directory.
enum Viewers {
  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Where the scripts are.
  static let sources = repository.appendingPathComponent("Tests/Trace/Viewers")

  /// A virtual environment of Python.
  static let installed = repository.appendingPathComponent(".build/viewers")

  /// Whether there is a package of Python: not every processor has all.
  static func has(_ package: String) -> Bool {
    let libraries = installed.appendingPathComponent("lib")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: libraries.path)) ?? []
    return versions.contains { version in
      let path = libraries.appendingPathComponent("\(version)/site-packages/\(package)").path
      return FileManager.default.fileExists(atPath: path)
    }
  }

  /// Throws an error if they are missing.
  static func require() throws {
    guard FileManager.default.fileExists(atPath: installed.path) else {
      throw Failure(description: "There is nothing to read exports with: scripts/setup.sh --tests")
    }
  }

  /// Runs a command, and returns its output.
  static func run(_ command: String..., arguments: [String] = []) throws -> String {
    try require()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command + arguments
    let (output, errors) = (Pipe(), FileManager.default.temporaryDirectory)
    let log = errors.appendingPathComponent("signpost-viewer-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: log.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: log) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: log)
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let message = try String(contentsOf: log, encoding: .utf8)
      throw Failure(
        description: "\(command.joined(separator: " ")): \(message.suffix(2000))")
    }
    return String(decoding: data, as: UTF8.self)
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }
}
