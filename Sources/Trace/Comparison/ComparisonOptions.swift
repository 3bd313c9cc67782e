/// The options of a comparison.
public struct ComparisonOptions: Sendable, Equatable {
  /// The probability of a finding if nothing has changed, over all rows and figures together.
  public var significance = 0.05

  /// The minimum change for a finding, as a part of 1. Smaller changes are no findings, however
  /// certain.
  public var smallestChange = 0.05

  /// The same if the recordings of one set were made before the recordings of the other.
  ///
  /// On a busy machine, all actions of a program were 10 to 25 % slower for some minutes. No test
  /// can distinguish that from a change of the program.
  public var smallestChangeInBlocks = 0.5

  /// Prefixes that were renamed, from the recordings before to those after.
  public var renamedPrefixes: [String: String] = [:]

  /// Limits for the recordings after.
  public var limits: [ComparisonLimit] = []

  /// 5 % significance, changes from 5 %.
  public init() {}
}
