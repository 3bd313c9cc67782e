import Glibc

/// The linear regression of a number of points.
struct Fit: Equatable {
  var slope: Double
  var intercept: Double

  /// Fits by least squares; nil if the points do not differ in `x`.
  init?(_ points: [(x: Double, y: Double)]) {
    let count = Double(points.count)
    let meanX = points.reduce(0) { $0 + $1.x } / count
    let meanY = points.reduce(0) { $0 + $1.y } / count
    let variance = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    guard variance > 0 else { return nil }
    slope = points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / variance
    intercept = meanY - slope * meanX
  }

  /// The exponent of the best power law: the slope between logarithms.
  static func exponent(_ points: [(x: Double, y: Double)]) -> Double? {
    guard points.allSatisfy({ $0.x > 0 && $0.y > 0 }) else { return nil }
    return Fit(points.map { (log($0.x), log($0.y)) })?.slope
  }
}
