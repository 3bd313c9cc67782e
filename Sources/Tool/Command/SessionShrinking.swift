import Glibc
import ReplayFile
import SystemSupport

/// Has a test of the user shrink a session: the test process knows the feature.
///
/// The session and the files for the results are in variables of the environment. `Replay` of
/// SignpostTestSupport reads the session in place of its own, and writes the results.
struct SessionShrinking: ~Copyable {
  private let directory: TemporaryDirectory

  /// The results of a test.
  struct Results {
    var session: String
    var source: String
    var actions: Int
  }

  init() throws {
    directory = try TemporaryDirectory(prefix: "signpost-shrink-")
  }

  /// The path of the session.
  var session: String { "\(directory.path)/session.jsonl" }
  private var output: String { "\(directory.path)/shrunk.jsonl" }
  private var source: String { "\(directory.path)/shrunk.swift" }

  /// Runs a command of the shell, whose output goes to standard error.
  ///
  /// - Returns: `nil` if the test has not shrunk the session, which a message explains.
  func run(_ test: String) throws -> Results? {
    var launch = ProcessLaunch(
      ByteString("/bin/sh"), ["sh", "-c", test].map { ByteString($0) })
    launch.descriptors = [.copy(STDOUT_FILENO, from: STDERR_FILENO)]
    launch.environment = .inherited
      .setting(ReplayShrinkProtocol.session, to: session)
      .setting(ReplayShrinkProtocol.output, to: output)
      .setting(ReplayShrinkProtocol.source, to: source)
    let reason = ExitReason.waiting(for: try launch.start())
    guard let shrunk = Files.contents(of: output), let code = Files.contents(of: source) else {
      Console.say(Self.explanation(reason))
      return nil
    }
    return Results(
      session: shrunk, source: code, actions: try ReplayRecording(path: output).actions.count)
  }

  private static func explanation(_ reason: ExitReason) -> String {
    switch reason {
    case .exited(0):
      "The test of --test passed without shrinking a session: it has to call `Replay.run` or "
        + "`Replay.shrink` of SignpostTestSupport. Nothing was written."
    case .exited(let status):
      "The test of --test ended with \(status), and shrank no session: its output has the reason. "
        + "Nothing was written."
    case .killed(let signal):
      "The test of --test ended by \(signalName(signal)), and shrank no session. Nothing was written."
    }
  }
}
