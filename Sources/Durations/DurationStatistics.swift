/// What is to be said about a number of durations, all in nanoseconds.
public struct DurationStatistics: Codable, Sendable, Equatable {
  /// How many there were.
  public var count: UInt64
  /// Their sum.
  public var totalNs: Int64
  /// The shortest.
  public var minNs: Int64
  /// The arithmetic mean, rounded down.
  public var meanNs: Int64
  /// The standard deviation.
  public var standardDeviationNs: Int64
  /// Half of them are not longer than this. Exact for few durations, else to three digits.
  public var p50Ns: Int64
  /// 90 % of them are not longer than this.
  public var p90Ns: Int64
  /// 99 % of them are not longer than this.
  public var p99Ns: Int64
  /// The longest.
  public var maxNs: Int64
}
