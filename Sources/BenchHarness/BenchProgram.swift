import ArgumentParser
public import BenchSuites

/// A program that measures what its suites say.
public protocol BenchProgram {
  /// What can be measured.
  static var suites: [Suite] { get }
}

extension BenchProgram {
  /// Does what the command line says.
  @MainActor
  public static func main() async {
    _ = HardwareCounter.ofProcess
    await BenchCommand<Self>.main(Arguments.completed(Array(CommandLine.arguments.dropFirst())))
  }
}
