extension Report {
  /// All observers that were created at the same source location.
  public struct Observer: Codable, Sendable, Equatable {
    /// The file that created them.
    public var file: String
    /// The line in that file.
    public var line: UInt64
    /// The number of their reactions.
    public var count: UInt64
    /// The number of reactions without an end.
    public var open: UInt64
    /// The number of reactions that exceeded the observer's budget.
    public var overBudget: UInt64
    /// The durations of the reactions with an end.
    public var duration: DurationStatistics?
  }
}
