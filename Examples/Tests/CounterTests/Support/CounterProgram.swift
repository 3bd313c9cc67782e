import Foundation

/// The built program, run as a user would run it.
enum CounterProgram {
  /// What a run left behind.
  struct Outcome {
    let output: String
    let errors: String
    let status: Int32

    var lines: [Substring] { output.split(separator: "\n") }
  }

  /// The executable, which the build puts beside that of the tests.
  static var url: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("Counter")
  }

  /// Runs the program with `input` on its standard input.
  static func run(_ arguments: [String] = [], input: String) async throws -> Outcome {
    try await withScratchDirectory { directory in
      let input = try file("input", in: directory, containing: input)
      let output = try file("output", in: directory)
      let errors = try file("errors", in: directory)
      let process = Process()
      process.executableURL = url
      process.arguments = arguments
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

  /// Makes a directory that is gone afterwards.
  static func withScratchDirectory<Result>(
    _ body: (URL) async throws -> Result
  ) async throws -> Result {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("counter-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try await body(directory)
  }

  private static func file(
    _ name: String, in directory: URL, containing text: String = ""
  ) throws -> URL {
    let url = directory.appendingPathComponent(name)
    try Data(text.utf8).write(to: url)
    return url
  }
}

extension Process {
  /// Starts the process and returns once it has ended.
  func runUntilExit() async throws {
    let end = AsyncStream<Void>.makeStream()
    terminationHandler = { _ in end.continuation.finish() }
    try run()
    for await _ in end.stream {}
  }
}
