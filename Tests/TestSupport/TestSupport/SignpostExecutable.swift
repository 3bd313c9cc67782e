import Foundation

/// An executable of the package, as it was built beside the tests.
public func builtExecutable(_ name: String) -> String {
  let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(name).path
}

/// The command `signpost`, run to its end with little output.
public enum SignpostExecutable {
  private static var path: String { builtExecutable("signpost") }

  /// Runs the command.
  public static func run(_ arguments: String...) throws -> Command.Result {
    try run(arguments)
  }

  /// Runs the command.
  public static func run(_ arguments: [String]) throws -> Command.Result {
    try Command.run([path] + arguments)
  }

  /// Runs a shell script in which `$0` is the command.
  public static func shell(_ script: String, _ arguments: String...) throws -> Command.Result {
    try shell(script, arguments)
  }

  /// Runs a shell script in which `$0` is the command.
  public static func shell(_ script: String, _ arguments: [String]) throws -> Command.Result {
    try Command.run(["/bin/sh", "-c", script, path] + arguments)
  }
}
