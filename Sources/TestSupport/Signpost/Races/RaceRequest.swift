import ComposableCore
import Foundation
import ReplayFile

/// The request of `signpost races --test` to a test, in the environment of the test process.
struct RaceRequest {
  /// The session to look at.
  let session: String
  let gap: Duration
  private let output: String
  private let source: String?

  /// The request of this process; `nil` if it was not started by the command.
  static var current: RaceRequest? {
    let environment = ProcessInfo.processInfo.environment
    guard let session = environment[ReplayRaceProtocol.session],
      let output = environment[ReplayRaceProtocol.output],
      let gap = environment[ReplayRaceProtocol.gap].flatMap({ Int64($0) })
    else { return nil }
    return RaceRequest(
      session: session, gap: .nanoseconds(gap), output: output,
      source: environment[ReplayRaceProtocol.source])
  }

  /// Writes the findings to the file that the command reads, and tests of them to another.
  ///
  /// - Parameter text: Returns the source of tests.
  func answer(_ races: ReplayRaces, source text: () throws -> String) throws {
    if let source {
      try Data(try text().utf8).write(to: URL(fileURLWithPath: source), options: .atomic)
    }
    let findings = RaceFindings(
      races: races.races.map { race in
        RaceFindings.Race(
          first: race.first, second: race.second, names: race.names,
          gapNs: Int64(race.gap / .nanoseconds(1)), pairs: race.count,
          properties: race.properties, text: race.description)
      }, tried: races.triedCount, complete: races.isComplete)
    try JSONEncoder().encode(findings).write(to: URL(fileURLWithPath: output), options: .atomic)
  }
}
