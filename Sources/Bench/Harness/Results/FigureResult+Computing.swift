import BenchSuites

extension FigureResult {
  /// Computes a figure round by round, so that disturbances of a whole round cancel out.
  ///
  /// - Returns: nil if a benchmark that it needs was not measured.
  init?(
    _ figure: Figure, of suite: Suite, rounds: [String: [Double]],
    asynchronous: Set<String> = []
  ) {
    var values: [Double] = []
    let measured = figure.benchmarks.compactMap { rounds[$0] }
    guard measured.count == figure.benchmarks.count, let count = measured.map(\.count).min()
    else { return nil }
    for round in 0..<count {
      guard let value = figure.kind.value({ rounds[$0]?[round] ?? .nan }) else { continue }
      values.append(value)
    }
    let fastest = rounds.compactMapValues { $0.min() }
    guard !values.isEmpty, let undisturbed = figure.kind.value({ fastest[$0] ?? .nan })
    else { return nil }
    self.init(
      name: suite.qualifiedName(of: figure), unit: figure.kind.unit, per: figure.kind.per,
      value: Summary(values),
      undisturbed: undisturbed,
      isAsynchronous: !asynchronous.isDisjoint(with: figure.benchmarks), budget: figure.budget)
  }
}

extension Figure {
  /// The names of the benchmarks it is computed from.
  var benchmarks: [String] {
    switch kind {
    case .ratio(let one, to: let other), .difference(let one, from: let other): [one, other]
    case .slope(let points, per: _), .exponent(let points, of: _): points.map(\.benchmark)
    }
  }
}

extension Figure.Kind {
  fileprivate func value(_ time: (String) -> Double) -> Double? {
    switch self {
    case .ratio(let one, to: let other):
      return time(other) > 0 ? time(one) / time(other) : nil
    case .difference(let one, from: let other):
      return time(one) - time(other)
    case .slope(let points, per: _):
      return Fit(points.map { ($0.x, time($0.benchmark)) })?.slope
    case .exponent(let points, of: _):
      return Fit.exponent(points.map { ($0.x, time($0.benchmark)) })
    }
  }

  fileprivate var unit: FigureResult.Unit {
    switch self {
    case .ratio: .times
    case .difference, .slope: .nanoseconds
    case .exponent: .exponent
    }
  }

  fileprivate var per: String {
    switch self {
    case .slope(_, let unit): unit
    case .exponent(_, let quantity): quantity
    case .ratio, .difference: ""
    }
  }
}
