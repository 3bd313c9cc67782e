extension Report {
  /// All stores of the same feature that were sent actions.
  public struct Store: Codable, Sendable, Equatable {
    /// The name of the feature's state type; empty if the trace does not tell it.
    public var feature: String
    /// How many actions they were sent, by the program and by effects.
    public var sends: UInt64
    /// How many of those had to wait for others.
    public var queued: UInt64
    /// How many of those the program sent while the store processed an action.
    public var reentrant: UInt64
    /// The most actions that came before one.
    public var maxDepth: UInt64
    /// From sending to the begin of the action, of those that had to wait and of which both are known.
    public var waiting: DurationStatistics?
  }
}
