import TextTables

/// The format of a benchmark's numbers, in both reports.
enum Cells {
  static let unknown = "unavailable"
  static let notApplicable = "–"

  static func spread(_ time: Summary) -> String {
    time.median > 0 ? "±" + percent(time.spread / 2 / time.median) : "–"
  }

  static func percent(_ share: Double) -> String {
    let digits = abs(share) < 0.0995 ? 1 : 0
    return (share < 0 ? "-" : "") + Units.fixed(abs(share) * 100, digits: digits) + " %"
  }

  static func change(_ change: Change) -> String {
    let text = (change.share > 0 ? "+" : "") + percent(change.share)
    return change.isNoise ? text + " within noise" : text
  }

  /// An exact count: whole numbers without decimals.
  static func exact(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e15 {
      return (value < 0 ? "-" : "") + Units.count(UInt64(abs(value)))
    }
    return Units.significant(value).droppingTrailingZeros()
  }

  static func allocations(_ allocations: Allocations?) -> String {
    counted(allocations, \.count)
  }

  static func bytes(_ allocations: Allocations?) -> String {
    counted(allocations, \.bytes)
  }

  private static func counted(
    _ allocations: Allocations?, _ value: KeyPath<Allocations, Double>
  ) -> String {
    guard let allocations else { return unknown }
    return (allocations.isExact ? "" : "≈") + exact(allocations[keyPath: value])
      + (allocations.areKept ? " kept" : "")
  }

  static func instructions(_ benchmark: BenchmarkResult) -> String {
    guard benchmark.kind.hasInstructions else { return notApplicable }
    return benchmark.instructions.map { exact(($0.count * 10).rounded() / 10) } ?? unknown
  }

  static func references(_ benchmark: BenchmarkResult) -> String {
    guard benchmark.kind.hasInstructions else { return notApplicable }
    guard let retains = benchmark.instructions?.retains,
      let releases = benchmark.instructions?.releases
    else {
      return unknown
    }
    return exact(retains) + "/" + exact(releases)
  }

  /// A figure's value with all details for reading it on its own.
  static func figure(_ value: Double, _ figure: FigureResult) -> String {
    let per = figure.per
    switch figure.unit {
    case .times: return bare(value, figure)
    case .nanoseconds: return bare(value, figure) + (per.isEmpty ? "" : "/" + per)
    case .exponent: return (per.isEmpty ? "n" : per) + "^" + bare(value, figure)
    }
  }

  /// A figure's value with its unit only.
  static func bare(_ value: Double, _ figure: FigureResult) -> String {
    switch figure.unit {
    case .times: Units.significant(value) + "×"
    case .nanoseconds: Units.duration(value)
    case .exponent: (value <= -0.005 ? "-" : "") + Units.fixed(abs(value), digits: 2)
    }
  }

  static func budget(_ figure: FigureResult) -> String {
    guard let budget = figure.budget, let isMet = figure.isWithinBudget else { return "" }
    let limit =
      switch figure.unit {
      case .times: exact(budget) + "×"
      case .nanoseconds where budget < 1000: exact(budget) + " ns"
      case .nanoseconds, .exponent: bare(budget, figure)
      }
    return "≤ " + limit + (isMet ? " ✓" : " ✗ over budget")
  }
}

extension String {
  fileprivate func droppingTrailingZeros() -> String {
    guard contains(".") else { return self }
    var text = self[...]
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return String(text)
  }
}
