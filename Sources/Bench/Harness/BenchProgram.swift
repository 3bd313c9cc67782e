import ArgumentParser
public import BenchSuites

/// A program that measures its suites.
public protocol BenchProgram {
  /// The available suites.
  static var suites: [Suite] { get }

  /// Creates a suite from a file of `signpost extract`.
  static func replay(_ path: String) throws -> Suite
}

extension BenchProgram {
  /// Reports that the program has no features to replay.
  public static func replay(_ path: String) throws -> Suite {
    throw Failure(.usage, "this program replays no sessions")
  }

  /// Runs the command line.
  @MainActor
  public static func main() async {
    if CommandLine.arguments.contains(where: { $0.hasPrefix("--replay") }) { FixedHashes.ensure() }
    ForeignSessions.keepOut(of: CommandLine.arguments)
    _ = HardwareCounter.ofProcess
    await BenchCommand<Self>.main(Arguments.completed(Array(CommandLine.arguments.dropFirst())))
  }
}
