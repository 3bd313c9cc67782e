/// The pairs of a session's actions whose order matters.
public struct ReplayRaces: Sendable, CustomStringConvertible {
  /// The pairs, one for each two names, in the order of the session.
  public let races: [Race]
  /// The number of pairs that could have come in the other order, and were tried.
  public let triedCount: Int
  /// Whether all pairs were tried.
  public let isComplete: Bool
  /// Whether the feature repeats the session; otherwise no other order was tried.
  public let isRepeated: Bool

  /// Two actions whose order matters, though nothing in the program determines it.
  public struct Race: Sendable, CustomStringConvertible {
    /// The number of the action that came first in the recording, from 1 on.
    public let first: Int
    /// The number of the action that came second.
    public let second: Int
    /// The names of both, in the recorded order.
    public let names: [String]
    /// The time between them in the recording.
    public let gap: Duration
    /// The number of pairs of these names whose order matters.
    public let count: Int
    /// The properties of the state that differ, as in `state_diff`; empty if only effects do.
    public let properties: [String]
    /// The finding, as it is reported.
    public let description: String
  }

  /// The findings, and the number of pairs that were tried.
  public var description: String {
    let tried = "\(triedCount) pair\(triedCount == 1 ? "" : "s") in the other order"
    let all =
      !isRepeated
      ? "The feature does not repeat the session: no other order was tried."
      : isComplete
        ? "Tried \(tried): all that could have come so."
        : "Tried \(tried), and there are more: raise 'limit'."
    return (races.map(\.description) + [all]).joined(separator: "\n\n")
  }

  init(races: [Race], triedCount: Int, isComplete: Bool, isRepeated: Bool = true) {
    self.races = races
    self.triedCount = triedCount
    self.isComplete = isComplete
    self.isRepeated = isRepeated
  }
}
