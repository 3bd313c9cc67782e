/// Events that lack their counterpart. None of them counts into any duration.
public struct UnmatchedEvents: Codable, Sendable, Equatable {
  /// Ends of actions that have no begin.
  public var actionEnds: UInt64 = 0
  /// Ends of effects that have no begin.
  public var effectEnds: UInt64 = 0
  /// Outputs of effects that have no begin.
  public var effectOutputs: UInt64 = 0
  /// Ends of intervals that have no begin.
  public var intervalEnds: UInt64 = 0
  /// Ends of reactions of observers that have no begin.
  public var observerEnds: UInt64 = 0
  /// Releases of stores that were not seen to be created.
  public var storesReleased: UInt64 = 0
  /// Begins of intervals that had begun already.
  public var repeatedBegins: UInt64 = 0
  /// Intervals that ended before they began.
  public var reversed: UInt64 = 0
  /// Open intervals given up because there were too many.
  public var forgotten: UInt64 = 0
}
