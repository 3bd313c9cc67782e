import Foundation

/// An executable of the package, as it was built beside the tests.
public func builtExecutable(_ name: String) -> String {
  let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(name).path
}

/// The command `signpost`, run to its end with little output.
public enum SignpostExecutable {
  /// What came of a run.
  public struct Result: Sendable {
    /// The exit status.
    public var status: Int32
    /// What it wrote to standard output.
    public var output: String
    /// What it wrote to standard error.
    public var errors: String
  }

  private static var path: String { builtExecutable("signpost") }

  /// Runs the command.
  public static func run(_ arguments: String...) throws -> Result {
    try run(arguments)
  }

  /// Runs the command.
  public static func run(_ arguments: [String]) throws -> Result {
    try run(executable: path, arguments)
  }

  /// Runs a shell script in which `$0` is the command.
  public static func shell(_ script: String, _ arguments: String...) throws -> Result {
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
