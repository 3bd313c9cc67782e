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
    /// The time in nanoseconds without the actions and intervals within it.
    public var exclusiveNs: Int64
    /// The part of ``exclusiveNs`` of the selected period.
    public var share: Double
    /// The durations of the reactions with an end.
    public var duration: DurationStatistics?
    /// The changes that they reacted to, the most frequent first. Empty if the trace has no causes
    /// of reactions, as before version 8 of the schema.
    public var notifiedBy: [Notification]

    /// Reactions to the same property, changed by the same action.
    public struct Notification: Codable, Sendable, Equatable {
      /// The first property that changed, with the feature of its state; `nil` if unknown.
      public var property: String?
      /// The prefix of the action that changed it; `nil` if unknown.
      public var prefix: String?
      /// The name of this action; `nil` if unknown.
      public var name: String?
      /// The number of reactions.
      public var count: UInt64
      /// The number of reactions before which other properties changed, too.
      public var withOthers: UInt64
    }
  }
}
