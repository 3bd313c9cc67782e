import Foundation
import ReplayFile
import SystemSupport

/// Runs a test of the user that looks for races in a session: the test process knows the feature.
struct SessionRaces: ~Copyable {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory(prefix: "signpost-races-")
    UnfinishedFiles.note(directory.path)
  }

  deinit {
    for file in [session, output, source] + [directory.path] { UnfinishedFiles.forget(file) }
  }

  /// The path of the session.
  var session: String { "\(directory.path)/session.jsonl" }
  private var output: String { "\(directory.path)/races.json" }
  private var source: String { "\(directory.path)/races.swift" }

  /// The source of tests, after a run that was to write it.
  var code: String? { Files.contents(of: source) }

  /// Runs a command of the shell, whose output goes to standard error.
  ///
  /// - Parameters:
  ///   - gap: The longest time between two actions whose order counts as chance, in nanoseconds.
  ///   - writesSource: Whether the test also writes the source of tests.
  /// - Returns: `nil` if the test has not looked at the session, which a message explains.
  func run(_ command: String, within gap: Int64, writesSource: Bool) throws -> RaceFindings? {
    // Values are in them, which a signal must not leave behind.
    for file in [session, output, source] { UnfinishedFiles.note(file) }
    let test = SessionTest(
      command: command,
      environment: [
        (ReplayRaceProtocol.session, session), (ReplayRaceProtocol.output, output),
        (ReplayRaceProtocol.gap, "\(gap)"),
      ] + (writesSource ? [(ReplayRaceProtocol.source, source)] : []))
    let reason = try test.run()
    guard let findings = Files.contents(of: output) else {
      Console.say(
        test.explanation(
          of: reason, outcome: "examined", functions: "`Replay.run` or `Replay.races`"))
      return nil
    }
    return try JSONDecoder().decode(RaceFindings.self, from: Data(findings.utf8))
  }
}
