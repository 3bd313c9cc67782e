/// The distributions of rank sums if all choices of ranks are equally likely.
///
/// A distribution depends on the sizes of the samples and on ties, so that figures without ties
/// share one: it is computed once.
struct RankSumDistributions {
  private var distributions: [Key: [Double]] = [:]

  private struct Key: Hashable {
    var ranks: [Int]
    var count: Int
  }

  /// Returns the share of choices whose sum is at least as far from the mean as `sum`.
  ///
  /// - Parameters:
  ///   - ranks: All ranks, in order.
  ///   - count: The number of chosen ranks.
  mutating func pValue(of sum: Int, ranks: [Int], count: Int) -> Double {
    let key = Key(ranks: ranks, count: count)
    let ways = distributions[key] ?? Self.ways(ranks, count)
    distributions[key] = ways
    let total = ranks.reduce(0, +)
    // Distances from the mean, times the number of values: whole numbers.
    let distance = abs(sum * ranks.count - total * count)
    var all = 0.0
    var extreme = 0.0
    for (value, number) in ways.enumerated() {
      all += number
      if abs(value * ranks.count - total * count) >= distance { extreme += number }
    }
    return min(1, extreme / all)
  }

  /// The number of choices with each sum, as floating-point numbers: it exceeds the range of
  /// integers.
  private static func ways(_ ranks: [Int], _ count: Int) -> [Double] {
    let total = ranks.reduce(0, +)
    var ways = Array(repeating: Array(repeating: 0.0, count: total + 1), count: count + 1)
    ways[0][0] = 1
    for (index, rank) in ranks.enumerated() {
      for chosen in stride(from: min(count, index + 1), through: 1, by: -1) {
        for value in rank...total {
          ways[chosen][value] += ways[chosen - 1][value - rank]
        }
      }
    }
    return ways[count]
  }
}
