/// Numbers of events without their counterpart. They are not part of any duration.
public struct UnmatchedEvents: Codable, Sendable, Equatable {
  /// Ends of actions without a begin.
  public var actionEnds: UInt64 = 0
  /// Ends of effects without a begin.
  public var effectEnds: UInt64 = 0
  /// Outputs of effects without a begin.
  public var effectOutputs: UInt64 = 0
  /// Ends of intervals without a begin.
  public var intervalEnds: UInt64 = 0
  /// Ends of reactions of observers without a begin.
  public var observerEnds: UInt64 = 0
  /// Releases of stores whose creation is not in the trace.
  public var storesReleased: UInt64 = 0
  /// Begins of intervals that had already begun.
  public var repeatedBegins: UInt64 = 0
  /// Intervals that ended before they began.
  public var reversed: UInt64 = 0
  /// Open intervals that were dropped because there were too many.
  public var forgotten: UInt64 = 0
}
