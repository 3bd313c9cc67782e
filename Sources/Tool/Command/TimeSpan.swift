import ArgumentParser

/// A duration in the form of the command line: a number with a unit, such as 1.5s.
struct TimeSpan: ExpressibleByArgument, Equatable {
  /// The duration.
  var nanoseconds: Int64

  init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  init?(argument: String) {
    let units: [(String, Double)] = [
      ("ns", 1), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("min", 60e9), ("s", 1e9), ("h", 3600e9),
    ]
    guard let (unit, factor) = units.first(where: { argument.hasSuffix($0.0) }),
      let number = Double(argument.dropLast(unit.count)), number >= 0, number * factor < 9e18
    else { return nil }
    nanoseconds = Int64((number * factor).rounded())
  }

  /// In the form of the command line, for defaults in `--help`.
  var defaultValueDescription: String {
    nanoseconds.isMultiple(of: 1_000_000_000)
      ? "\(nanoseconds / 1_000_000_000)s" : "\(nanoseconds / 1_000_000)ms"
  }
}
