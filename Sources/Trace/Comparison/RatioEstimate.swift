import Glibc

/// The ratio of the values of one sample to the values of another.
///
/// The estimator of Hodges and Lehmann on a logarithmic scale: the median of the ratios of all
/// pairs. (J. L. Hodges and E. L. Lehmann, Annals of Mathematical Statistics 34, 1963.)
struct RatioEstimate: Equatable {
  /// The median of the ratios.
  var ratio: Double

  /// The variation of values within a sample: the median of the ratios of all pairs of the same
  /// sample, the larger value first. 1 if they are equal; `nil` if there are no pairs.
  var noise: Double?

  /// Returns `nil` for an empty sample, or one with a value that is not positive.
  init?(_ before: [Double], _ after: [Double]) {
    guard !before.isEmpty, !after.isEmpty, (before + after).allSatisfy({ $0 > 0 }) else {
      return nil
    }
    let (first, second) = (before.map { log($0) }, after.map { log($0) })
    ratio = exp(Self.median(first.flatMap { value in second.map { $0 - value } })!)
    noise = Self.median(Self.distances(first) + Self.distances(second)).map { exp($0) }
  }

  /// The distances of all pairs of values.
  private static func distances(_ values: [Double]) -> [Double] {
    values.indices.flatMap { left in
      values[(left + 1)...].map { abs($0 - values[left]) }
    }
  }

  /// The median; `nil` without values.
  static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    if sorted.count.isMultiple(of: 2) { return (sorted[middle - 1] + sorted[middle]) / 2 }
    return sorted[middle]
  }
}
