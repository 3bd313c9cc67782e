import ReplayFile
import SystemSupport

/// Runs a test of the user that shrinks a session: the test process knows the feature.
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
    UnfinishedFiles.note(directory.path)
  }

  deinit {
    for file in [session, output, source] + [directory.path] { UnfinishedFiles.forget(file) }
  }

  /// The path of the session.
  var session: String { "\(directory.path)/session.jsonl" }
  private var output: String { "\(directory.path)/shrunk.jsonl" }
  private var source: String { "\(directory.path)/shrunk.swift" }

  /// Runs a command of the shell, whose output goes to standard error.
  ///
  /// - Returns: `nil` if the test has not shrunk the session, which a message explains.
  func run(_ test: String) throws -> Results? {
    // Values are in them, which a signal must not leave behind.
    for file in [session, output, source] { UnfinishedFiles.note(file) }
    let test = SessionTest(
      command: test,
      environment: [
        (ReplayShrinkProtocol.session, session), (ReplayShrinkProtocol.output, output),
        (ReplayShrinkProtocol.source, source),
      ])
    let reason = try test.run()
    guard let shrunk = Files.contents(of: output), let code = Files.contents(of: source) else {
      Console.say(
        test.explanation(
          of: reason, outcome: "shrank", functions: "`Replay.run` or `Replay.shrink`"))
      return nil
    }
    return Results(
      session: shrunk, source: code, actions: try ReplayRecording(path: output).actions.count)
  }
}
