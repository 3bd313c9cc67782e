/// How recordings are compared.
public struct ComparisonOptions: Sendable, Equatable {
  /// The chance of a finding where nothing has changed, over all rows and figures together.
  public var significance = 0.05

  /// How much a figure has to change at least to be a finding, as a part of 1: smaller changes, however
  /// certain, are not.
  public var smallestChange = 0.05

  /// The same where the recordings of one set were made before those of the other.
  ///
  /// A machine with other things to do was seen to slow all actions of a program by 10 to 25 % for some
  /// minutes, which no test can tell from a change of the program.
  public var smallestChangeInBlocks = 0.5

  /// What prefixes of the recordings before are called in those after.
  public var renamedPrefixes: [String: String] = [:]

  /// Limits that the recordings after have to keep.
  public var limits: [ComparisonLimit] = []

  /// 5 % significance, changes from 5 %.
  public init() {}
}
