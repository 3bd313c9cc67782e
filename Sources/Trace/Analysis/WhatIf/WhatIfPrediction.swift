import Durations

/// The durations of paths before and after a change.
struct WhatIfPrediction {
  var recorded: [Int64] = []
  var replayed: [Int64] = []
  var after: [Int64] = []
  /// The predictions with shorter durations.
  var low: [Int64] = []
  /// The predictions with longer durations.
  var high: [Int64] = []
  var unsure: UInt64 = 0

  /// The part by which durations differ from one recording to the next: bounds are simulated with
  /// all of them so much shorter or longer. `scripts/calibrate-whatif.sh` measures the result.
  static let variation = 0.05

  mutating func add(
    recorded: Int64, replayed: Int64?, after: Int64?, low: Int64?, high: Int64?, isUnsure: Bool
  ) {
    self.recorded.append(recorded)
    self.replayed.append(replayed ?? recorded)
    if let after { self.after.append(after) }
    if let low { self.low.append(low) }
    if let high { self.high.append(high) }
    if isUnsure { unsure += 1 }
  }

  func row(_ name: TraceName, _ origin: CriticalPath.Origin) -> WhatIfReport.Row {
    let before = Self.waits(recorded) { Self.percentile($0, $1) }
    let unchanged = Self.waits(replayed) { Self.percentile($0, $1) }
    var row = WhatIfReport.Row(
      prefix: name.prefix, name: name.name, origin: origin, count: UInt64(recorded.count),
      countAfter: UInt64(after.count), lowerBounds: unsure, before: before,
      replayed: unchanged, replayDeviation: Self.deviation(before, unchanged))
    if after.isEmpty { return row }
    // The simulation and the recording differ in the same way with and without the change.
    func corrected(_ waits: WhatIfReport.Waits, _ factor: Double = 1) -> WhatIfReport.Waits {
      func corrected(_ key: KeyPath<WhatIfReport.Waits, Int64>) -> Int64 {
        let (recorded, replayed) = (before[keyPath: key], unchanged[keyPath: key])
        let ratio = replayed > 0 ? Double(recorded) / Double(replayed) : 1
        return Int64((Double(waits[keyPath: key]) * ratio * factor).rounded())
      }
      return WhatIfReport.Waits(
        p50Ns: corrected(\.p50Ns), p95Ns: corrected(\.p95Ns), p99Ns: corrected(\.p99Ns),
        maxNs: corrected(\.maxNs), totalNs: corrected(\.totalNs))
    }
    let after = corrected(Self.waits(after) { Self.percentile($0, $1) })
    row.after = after
    let deviation = row.replayDeviation
    row.afterLow = Self.each(
      after, corrected(Self.waits(low) { Self.bound($0, $1, -1) }, max(1 - deviation, 0)), min)
    row.afterHigh = Self.each(
      after, corrected(Self.waits(high) { Self.bound($0, $1, 1) }, 1 + deviation), max)
    return row
  }

  private static func each(
    _ left: WhatIfReport.Waits, _ right: WhatIfReport.Waits, _ choose: (Int64, Int64) -> Int64
  ) -> WhatIfReport.Waits {
    WhatIfReport.Waits(
      p50Ns: choose(left.p50Ns, right.p50Ns), p95Ns: choose(left.p95Ns, right.p95Ns),
      p99Ns: choose(left.p99Ns, right.p99Ns), maxNs: choose(left.maxNs, right.maxNs),
      totalNs: choose(left.totalNs, right.totalNs))
  }

  private static func waits(
    _ durations: [Int64], _ percentile: ([Int64], Double) -> Int64
  ) -> WhatIfReport.Waits {
    let sorted = durations.sorted()
    return WhatIfReport.Waits(
      p50Ns: percentile(sorted, 0.5), p95Ns: percentile(sorted, 0.95),
      p99Ns: percentile(sorted, 0.99), maxNs: percentile(sorted, 1),
      totalNs: sorted.reduce(0) { $0.addingClamped($1) })
  }

  /// By the nearest rank, as all percentiles of few durations.
  private static func percentile(_ sorted: [Int64], _ part: Double) -> Int64 {
    sorted[min(max(Int((part * Double(sorted.count)).rounded(.up)), 1), sorted.count) - 1]
  }

  /// The bound of the interval that contains a percentile of other paths of the same kind with a
  /// probability of 95 %. It is the interval of a bootstrap over paths, by the binomial
  /// distribution of ranks.
  private static func bound(_ sorted: [Int64], _ part: Double, _ sign: Double) -> Int64 {
    let count = Double(sorted.count)
    // Of the longest, half of the mass is above a part of it.
    let part = min(part, 1 - 0.5 / count)
    let rank = part * count + sign * 1.96 * (count * part * (1 - part)).squareRoot()
    return sorted[min(max(Int(rank.rounded(.up)), 1), sorted.count) - 1]
  }

  private static func deviation(
    _ recorded: WhatIfReport.Waits, _ replayed: WhatIfReport.Waits
  ) -> Double {
    [\WhatIfReport.Waits.p50Ns, \.p95Ns, \.p99Ns, \.maxNs].map { key in
      let (before, after) = (recorded[keyPath: key], replayed[keyPath: key])
      return Double(abs(after - before)) / Double(max(before, 1))
    }.max() ?? 0
  }
}
