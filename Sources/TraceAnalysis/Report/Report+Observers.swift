extension Report {
  /// All observers that were made at the same place.
  public struct Observer: Codable, Sendable, Equatable {
    /// The file that made them.
    public var file: String
    /// The line in that file.
    public var line: UInt64
    /// How often they reacted to a change.
    public var count: UInt64
    /// How many of the reactions have no end.
    public var open: UInt64
    /// How many of the reactions took longer than the observer's budget.
    public var overBudget: UInt64
    /// How long they took, of those that have an end.
    public var duration: DurationStatistics?
  }
}
