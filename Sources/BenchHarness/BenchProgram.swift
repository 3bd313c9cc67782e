import ArgumentParser
public import BenchSuites

/// A program that measures what its suites say.
public protocol BenchProgram {
  /// What can be measured.
  static var suites: [Suite] { get }

  /// Makes a suite of a file that `signpost extract` wrote.
  static func replay(_ path: String) throws -> Suite
}

extension BenchProgram {
  /// Reports that the program has no features to replay.
  public static func replay(_ path: String) throws -> Suite {
    throw Failure(.usage, "this program replays no sessions")
  }

  /// Does what the command line says.
  @MainActor
  public static func main() async {
    _ = HardwareCounter.ofProcess
    await BenchCommand<Self>.main(Arguments.completed(Array(CommandLine.arguments.dropFirst())))
  }
}
