import Histogram

/// The median and the spread of a number of values.
struct Summary: Codable, Equatable, Sendable {
  var minimum: Double
  var lowerQuartile: Double
  var median: Double
  var upperQuartile: Double
  var maximum: Double

  /// The distance between the quartiles, which contain half of all values.
  var spread: Double { upperQuartile - lowerQuartile }

  /// The distance between minimum and maximum.
  var range: Double { maximum - minimum }

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

  /// Summarises times in nanoseconds, which may be as short as fractions of one.
  init(times: [Double]) {
    // Femtoseconds: a disabled tracepoint takes a third of a nanosecond, of which a tenth of a
    // percent is still significant.
    let unit = 1e6
    var histogram = Histogram<UInt32>(numberOfSignificantValueDigits: .four)
    for time in times { histogram.record(UInt64(max((time * unit).rounded(), 0))) }
    func percentile(_ percentile: Double) -> Double {
      Double(histogram.valueAtPercentile(percentile)) / unit
    }
    minimum = Double(histogram.min) / unit
    lowerQuartile = percentile(25)
    median = percentile(50)
    upperQuartile = percentile(75)
    maximum = Double(histogram.max) / unit
  }

  /// Whether the interquartile ranges of two sets of values overlap.
  func overlaps(_ other: Summary) -> Bool {
    lowerQuartile <= other.upperQuartile && other.lowerQuartile <= upperQuartile
  }
}
