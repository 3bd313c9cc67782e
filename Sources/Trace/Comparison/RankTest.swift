/// The Mann–Whitney test: whether values of one sample tend to be larger than values of another.
///
/// The test depends on the order of the values alone, so that neither a single slow run nor the
/// shape of a distribution matters. The p-value is exact: it is the share of all assignments of the
/// pooled values to the two samples that are at least as extreme as the observed one, ties
/// included. (H. B. Mann and D. R. Whitney, Annals of Mathematical Statistics 18, 1947.)
struct RankTest: Equatable {
  /// The probability of a difference at least as large if both samples have one distribution.
  var pValue: Double

  /// The share of pairs in which the second value is larger, pairs of equal values counted half.
  ///
  /// 0.5 if neither sample tends to be larger, 1 if the second always is.
  var superiority: Double

  /// Returns `nil` for an empty sample.
  ///
  /// - Parameter distributions: The distributions of earlier tests, as most tests of a comparison
  ///   share theirs.
  init?(
    _ first: [Double], _ second: [Double], using distributions: inout RankSumDistributions
  ) {
    guard !first.isEmpty, !second.isEmpty else { return nil }
    let ranks = Self.doubledRanks(of: first + second)
    let sum = ranks.dropFirst(first.count).reduce(0, +)
    // Twice the smallest sum of ranks that the second sample can have, without ties.
    let least = second.count * (second.count + 1)
    superiority = Double(sum - least) / Double(2 * first.count * second.count)
    pValue = distributions.pValue(of: sum, ranks: ranks.sorted(), count: second.count)
  }

  /// The smallest p-value that samples of these sizes can have: the p-value of a complete
  /// separation.
  static func smallestPValue(_ first: Int, _ second: Int) -> Double {
    guard first > 0, second > 0 else { return 1 }
    var ways = 1.0
    for step in 1...second { ways *= Double(first + step) / Double(step) }
    return min(1, 2 / ways)
  }

  /// Twice the rank of each value; equal values share their mean rank, whose double is whole.
  private static func doubledRanks(of values: [Double]) -> [Int] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = Array(repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
      for position in start..<end { ranks[order[position]] = start + 1 + end }
      start = end
    }
    return ranks
  }
}
