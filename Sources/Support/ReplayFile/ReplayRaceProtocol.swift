/// The variables of the environment by which `signpost races --test` asks a test to look for races
/// in a session.
package enum ReplayRaceProtocol {
  /// The path of the session, which a `Replay` reads instead of its own.
  package static let session = "SIGNPOST_RACES_SESSION"
  /// The path for the findings, a ``RaceFindings`` as JSON.
  package static let output = "SIGNPOST_RACES_OUTPUT"
  /// The path for the source of tests, if the command wants it.
  package static let source = "SIGNPOST_RACES_SOURCE"
  /// The longest time between two actions whose order counts as chance, in nanoseconds.
  package static let gap = "SIGNPOST_RACES_WITHIN"
}

/// The findings of a test that was asked to look for races.
package struct RaceFindings: Codable, Equatable, Sendable {
  package var races: [Race]
  /// The number of pairs that were tried in the other order.
  package var tried: Int
  /// Whether all pairs were tried.
  package var complete: Bool

  /// Two actions whose order matters.
  package struct Race: Codable, Equatable, Sendable {
    /// The numbers of the actions in the session.
    package var first: Int
    package var second: Int
    package var names: [String]
    package var gapNs: Int64
    package var pairs: Int
    package var properties: [String]
    package var text: String

    package init(
      first: Int, second: Int, names: [String], gapNs: Int64, pairs: Int, properties: [String],
      text: String
    ) {
      self.first = first
      self.second = second
      self.names = names
      self.gapNs = gapNs
      self.pairs = pairs
      self.properties = properties
      self.text = text
    }
  }

  package init(races: [Race], tried: Int, complete: Bool) {
    self.races = races
    self.tried = tried
    self.complete = complete
  }
}
