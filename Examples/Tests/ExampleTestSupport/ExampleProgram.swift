import Foundation
import Synchronization

/// A built program, run as a user would run it.
package struct ExampleProgram: Sendable {
  private let name: String

  /// - Parameter name: The name of the executable.
  package init(_ name: String) {
    self.name = name
  }

  /// The output and status of a finished run.
  package struct Outcome: Sendable {
    package let output: String
    package let errors: String
    package let status: Int32

    package var lines: [Substring] { output.split(separator: "\n") }
  }

  /// The executable, which the build puts beside the executable of the tests.
  package var url: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent(name)
  }

  /// Runs the program with `input` on its standard input.
  package func run(
    _ arguments: [String] = [], environment: [String: String] = [:], input: String = ""
  ) async throws -> Outcome {
    try await withScratchDirectory { directory in
      let input = try Self.file("input", in: directory, containing: input)
      let output = try Self.file("output", in: directory)
      let errors = try Self.file("errors", in: directory)
      let process = Process()
      process.executableURL = url
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      process.standardInput = try FileHandle(forReadingFrom: input)
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: errors)
      try await process.runUntilExit()
      return Outcome(
        output: try String(contentsOf: output, encoding: .utf8),
        errors: try String(contentsOf: errors, encoding: .utf8),
        status: process.terminationStatus)
    }
  }

  private static func file(
    _ name: String, in directory: URL, containing text: String = ""
  ) throws -> URL {
    let url = directory.appendingPathComponent(name)
    try Data(text.utf8).write(to: url)
    return url
  }
}

/// Makes a directory that is gone afterwards.
package func withScratchDirectory<Result>(
  _ body: (URL) async throws -> Result
) async throws -> Result {
  let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("examples-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(at: directory) }
  return try await body(directory)
}

extension Process {
  private static let starts = Mutex(())

  /// Starts the process, while no other is started by this method.
  ///
  /// A process inherits each descriptor that is opened just before it starts. If one of them says
  /// that another process has ended, that is noticed only after both have.
  package func start() throws {
    try Self.starts.withLock { _ in try run() }
  }

  /// Starts the process and returns once it has ended. A cancellation, such as by the time limit of
  /// a test, ends the process.
  package func runUntilExit() async throws {
    try Task.checkCancellation()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        terminationHandler = { _ in continuation.resume() }
        do {
          try start()
          if Task.isCancelled { end() }
        } catch {
          continuation.resume(throwing: error)
        }
      }
    } onCancel: {
      end()
    }
    try Task.checkCancellation()
  }

  private func end() {
    // A process that hangs may ignore the signals that it can handle.
    if isRunning { kill(processIdentifier, SIGKILL) }
  }
}
