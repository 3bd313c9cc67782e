import Foundation
import Testing

/// A command that a test has started, with its output in files that can be read while it runs.
final class Run {
  private let process = Process()
  private let input = Pipe()
  private let name: String
  private let bench: Workbench

  init(
    _ bench: Workbench, _ command: [String], name: String = "run",
    environment: [String: String]? = nil
  ) throws {
    self.name = name
    self.bench = bench
    process.executableURL = URL(
      fileURLWithPath: command[0].contains("/") ? command[0] : "/usr/bin/\(command[0])")
    process.arguments = Array(command.dropFirst())
    process.environment = environment ?? bench.environment
    process.currentDirectoryURL = URL(fileURLWithPath: bench.directory)
    process.standardInput = input
    process.standardOutput = try handle("out")
    process.standardError = try handle("err")
    try process.run()
    try? input.fileHandleForReading.close()
  }

  var pid: pid_t { process.processIdentifier }
  var output: String { bench.text("\(name).out") }
  var errors: String { bench.text("\(name).err") }
  var outputData: Data {
    FileManager.default.contents(atPath: bench.path("\(name).out")) ?? Data()
  }

  func send(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  func send(_ data: Data) throws { try input.fileHandleForWriting.write(contentsOf: data) }

  func closeInput() throws { try input.fileHandleForWriting.close() }

  func signal(_ number: Int32) { kill(pid, number) }

  /// Waits for the end; the exit code as a shell gives it.
  func exitCode(_ location: SourceLocation = #_sourceLocation) throws -> Int32 {
    guard eventually({ !process.isRunning }) else {
      process.terminate()
      Issue.record("\(name) does not end: \(output) \(errors)", sourceLocation: location)
      throw Workbench.Problem("no end")
    }
    return process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
  }

  private func handle(_ suffix: String) throws -> FileHandle {
    let path = bench.path("\(name).\(suffix)")
    FileManager.default.createFile(atPath: path, contents: nil)
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }
}

extension Workbench {
  /// Runs a command to its end.
  func run(
    _ command: [String], name: String = "run", environment: [String: String]? = nil
  ) throws -> (code: Int32, output: String, errors: String) {
    let run = try Run(self, command, name: name, environment: environment)
    try run.closeInput()
    let code = try run.exitCode()
    return (code, run.output, run.errors)
  }

  /// Runs `signpost record` to its end.
  func record(
    _ arguments: String..., environment: [String: String]? = nil
  ) throws -> (code: Int32, output: String, errors: String) {
    try run([Tools.signpost, "record"] + arguments, environment: environment)
  }
}
