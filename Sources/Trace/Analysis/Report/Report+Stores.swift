extension Report {
  /// All stores of the same feature that received actions.
  public struct Store: Codable, Sendable, Equatable {
    /// The name of the feature's state type; empty if unknown.
    public var feature: String
    /// The number of actions that they received, from the program and from effects.
    public var sends: UInt64
    /// The number of queued actions.
    public var queued: UInt64
    /// The number of re-entrant actions: sent by the program while the store processed another
    /// action.
    public var reentrant: UInt64
    /// The largest number of actions before one action.
    public var maxDepth: UInt64
    /// The time from the send to the begin of queued actions, if both are known.
    public var waiting: DurationStatistics?
    /// The time from the call of `send` to the moment at which the actor of the store processed
    /// it, of the callers that waited for the actor; `nil` if none did, and for traces of schemas
    /// before version 9.
    public var actorWaiting: DurationStatistics?
  }
}
