import Histogram

/// Where the middle of a number of values is, and how far they spread.
struct Summary: Codable, Equatable, Sendable {
  var minimum: Double
  var lowerQuartile: Double
  var median: Double
  var upperQuartile: Double
  var maximum: Double

  /// The distance between the quartiles: half of all values are that close together.
  var spread: Double { upperQuartile - lowerQuartile }

  /// Summarises values of any sign. There must be at least one.
  init(_ values: [Double]) {
    let sorted = values.sorted()
    func quantile(_ quantile: Double) -> Double {
      let position = quantile * Double(sorted.count - 1)
      let index = Int(position)
      let next = min(index + 1, sorted.count - 1)
      return sorted[index] + (sorted[next] - sorted[index]) * (position - Double(index))
    }
    minimum = quantile(0)
    lowerQuartile = quantile(0.25)
    median = quantile(0.5)
    upperQuartile = quantile(0.75)
    maximum = quantile(1)
  }

  /// Whether the middle halves of two sets of values have something in common.
  func overlaps(_ other: Summary) -> Bool {
    lowerQuartile <= other.upperQuartile && other.lowerQuartile <= upperQuartile
  }
}
