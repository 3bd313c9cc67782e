extension Judgement {
  /// The findings as sentences.
  var sentences: [String] {
    remarks + refusals.map { "\($0.name): not judged: \($0.reason)" } + findings.map(\.sentence)
      + (findings.isEmpty ? [conclusion] : [])
  }

  private var conclusion: String {
    refusals.isEmpty
      ? "All numbers that repeat are within their thresholds."
      : "All other numbers that repeat are within their thresholds."
  }
}

extension Finding {
  /// For example “REGRESSION   send/root: allocations per operation 0 → 1”.
  var sentence: String {
    let old = old.map(Cells.exact) ?? "none"
    let new = new.map(Cells.exact) ?? "none"
    return switch kind {
    case .regression: "REGRESSION   \(name): \(noun) \(old) → \(new)\(share)"
    case .improvement: "improvement  \(name): \(noun) \(old) → \(new)\(share)"
    case .new: "new          \(name): \(noun) \(new), which no threshold is set for"
    case .gone: "gone         \(name): \(noun) \(old) in the thresholds, but not in this program"
    }
  }

  private var noun: String {
    switch metric {
    case .allocations: "allocations per operation"
    case .bytes: "bytes allocated per operation"
    case .instructions: "instructions per operation"
    case .ratio: "ratio"
    case .exponent: "exponent"
    }
  }

  private var share: String {
    guard let old, let new, old != 0 else { return "" }
    let share = new / old - 1
    return " (\(share > 0 ? "+" : "")\(Cells.percent(share)))"
  }
}
