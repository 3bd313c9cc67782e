import Foundation

/// The command as it was built beside the tests.
enum SignpostExecutable {
  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  static var path: String {
    get throws {
      let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(fileURLWithPath: tests).deletingLastPathComponent()
        .appendingPathComponent("signpost").path
    }
  }

  static func run(_ arguments: String...) throws -> Result {
    try run(executable: path, arguments)
  }

  static func shell(_ script: String, _ arguments: String...) throws -> Result {
    try run(executable: "/bin/sh", ["-c", script, path] + arguments)
  }

  private static func run(executable: String, _ arguments: [String]) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // What is written to standard error is far less than a pipe holds.
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let errorText = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: errorText, as: UTF8.self))
  }
}
