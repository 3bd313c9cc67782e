/// The comparison of two sets of recordings of a program.
///
/// A figure counts as changed only if repeated recordings show it: the Mann–Whitney test compares
/// the figure's values of all recordings before with those after, Holm's method adjusts the
/// p-values for the number of figures, and the change has to be as large as the options require.
///
/// ```swift
/// let before = try (1...8).map { try Report(directory: "before-\($0)") }
/// let after = try (1...8).map { try Report(directory: "after-\($0)") }
/// for change in Comparison(before, after).changes { print(change.name.name, change.metric) }
/// ```
///
/// As JSON it is one object with the names of the properties here in `snake_case`; durations are
/// nanoseconds.
public struct Comparison: Codable, Sendable, Equatable {
  /// The version of this structure, 1.
  public var formatVersion = 1

  /// The use of the time in the last recording before, a sentence for each process.
  public var timeBefore: [String]

  /// The use of the time in the last recording after, a sentence for each process.
  public var timeAfter: [String]

  /// The number of recordings before.
  public var recordingsBefore: Int

  /// The number of recordings after.
  public var recordingsAfter: Int

  /// The minimum number of recordings of each set for a finding, given the number of figures.
  ///
  /// With fewer, even a complete separation of both sets is not significant.
  public var recordingsNeeded: Int

  /// Whether there are enough recordings for a finding, given the sizes of both sets.
  public var hasEnoughRecordings: Bool

  /// Whether recordings before and after were made alternately.
  ///
  /// If all of one set were made first, a change of the machine looks like a change of the program.
  /// ``smallestChange`` is then ``ComparisonOptions/smallestChangeInBlocks``.
  public var isInterleaved: Bool

  /// The probability of a finding if nothing has changed.
  public var significance: Double

  /// The minimum change of a figure, as a part of 1.
  public var smallestChange: Double

  /// The reasons against a comparison, as text: losses, damage, different schemas.
  public var obstacles: [String]

  /// The reasons for which counts leave out events, as text: chains of actions were not recorded.
  public var reservations: [String]

  /// The reasons for which a limit or the comparison as a whole could not be judged, as text: sets
  /// without a common name, empty recordings, several rows of one name, different selections or
  /// filters, limits that apply to nothing, unknown prefixes.
  public var unjudged: [String]

  /// The rows, in the order of their names.
  public var rows: [Row]

  /// Limits that the recordings after exceed.
  public var excesses: [Excess]

  /// The comparison of one name.
  public struct Row: Codable, Sendable, Equatable {
    /// The name.
    public var name: ComparedName
    /// Whether the row occurs in both sets of recordings.
    public var presence: Presence
    /// The figures of the row, in the order of ``ComparedMetric``.
    public var figures: [Figure]
    /// The level of an action whose own time changed the most, if the action passes several
    /// wrappers and became faster or slower; otherwise `nil`.
    public var level: Level?

    /// Returns the figure of a metric, if the row has it.
    public subscript(metric: ComparedMetric) -> Figure? {
      figures.first { $0.metric == metric }
    }
  }

  /// A wrapper of several nested ones that an action passes.
  public struct Level: Codable, Sendable, Equatable {
    /// The wrapper's prefix.
    public var prefix: String
    /// The action's name at the position of the wrapper.
    public var name: String
    /// The mean time of its reducer without nested wrappers, in nanoseconds: the median over the
    /// recordings before.
    public var before: Double
    /// The same of the recordings after.
    public var after: Double
  }

  /// The sets in which a name occurs.
  public enum Presence: String, Codable, Sendable {
    /// The name occurs in both sets of recordings.
    case both
    /// The name occurs in recordings after only.
    case new
    /// The name occurs in recordings before only.
    case vanished
  }

  /// A figure before and after.
  public struct Figure: Codable, Sendable, Equatable {
    /// The metric.
    public var metric: ComparedMetric
    /// The median over the recordings before.
    public var before: Double?
    /// The median over the recordings after.
    public var after: Double?
    /// After divided by before: the median of the ratios of all pairs of recordings. Absent if a
    /// value is 0.
    public var ratio: Double?
    /// The ratio of two recordings of the same set, the larger by the smaller: the median of all
    /// pairs.
    public var noise: Double?
    /// The share of pairs in which the recording after has the larger value; 0.5 if neither tends
    /// to.
    public var superiority: Double?
    /// The adjusted p-value of the Mann–Whitney test. Absent for figures that are not tested.
    public var pValue: Double?
    /// The verdict.
    public var verdict: Verdict
  }

  /// The verdict about a figure.
  public enum Verdict: String, Codable, Sendable {
    /// No change is shown, or it is smaller than the required change.
    case same
    /// The figure got worse.
    case worse
    /// The figure got better.
    case better
    /// The figure changed, and a larger one is neither better nor worse.
    case changed
    /// The figure is not tested, or there are too few recordings.
    case untested
  }

  /// A limit that is exceeded.
  public struct Excess: Codable, Sendable, Equatable {
    /// The row.
    public var name: ComparedName
    /// The limit.
    public var limit: ComparisonLimit
    /// The figure.
    public var figure: Figure
  }

  /// A figure that changed.
  public struct Change: Sendable, Equatable {
    /// The name of the row.
    public var name: ComparedName
    /// The metric.
    public var metric: ComparedMetric
    /// The values of the metric.
    public var figure: Figure
  }

  /// All figures that changed, the largest changes first.
  public var changes: [Change] {
    rows.flatMap { row in
      row.figures.filter { [.worse, .better, .changed].contains($0.verdict) }
        .map { Change(name: row.name, metric: $0.metric, figure: $0) }
    }
    .sorted { Self.size($0.figure) > Self.size($1.figure) }
  }

  /// The verdict about all figures and limits: worse if any is worse.
  public var verdict: Verdict {
    let verdicts = Set(changes.map(\.figure.verdict))
    if !excesses.isEmpty || verdicts.contains(.worse) { return .worse }
    if verdicts.contains(.better) { return .better }
    return hasEnoughRecordings ? .same : .untested
  }

  /// The size of the change of a figure, for the order of changes.
  static func size(_ figure: Figure) -> Double {
    guard let ratio = figure.ratio, ratio > 0 else {
      return figure.before == figure.after ? 1 : .infinity
    }
    return Swift.max(ratio, 1 / ratio)
  }
}
