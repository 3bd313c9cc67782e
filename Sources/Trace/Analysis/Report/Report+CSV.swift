import ByteBuffers
import Durations

extension Report {
  /// Returns the rows of actions, effects, intervals and observers as comma-separated values (RFC
  /// 4180).
  ///
  /// Durations are nanoseconds, the share is a part of 1, and missing values are empty.
  public func csv() -> String {
    let heading = [
      "table", "group", "prefix", "name", "count", "total_ns", "self_ns", "share", "min_ns",
      "mean_ns", "standard_deviation_ns", "p50_ns", "p90_ns", "p99_ns", "max_ns", "open",
      "over_budget", "finished", "cancelled", "failed", "outputs",
    ]
    var rows = [heading]
    rows += actions.map { row in
      ["action", row.group ?? "", row.prefix, row.name, "\(row.count)"]
        + Self.cells(row.duration, selfTime: "\(row.selfNs)", share: "\(row.share)")
        + ["\(row.open)", "\(row.overBudget)", "", "", "", ""]
    }
    rows += effects.map { row in
      ["effect", row.group ?? "", row.prefix, row.name, "\(row.started)"]
        + Self.cells(row.duration)
        + [
          "\(row.running)", "", "\(row.finished)", "\(row.cancelled)", "\(row.failed)",
          "\(row.outputs)",
        ]
    }
    rows += intervals.map { row in
      ["interval", row.category, row.subsystem, row.name, "\(row.count)"]
        + Self.cells(row.duration, share: "\(row.share)")
        + ["\(row.open)", "", "\(row.finished)", "\(row.cancelled)", "\(row.failed)", ""]
    }
    rows += observers.map { row in
      ["observer", "", "", "\(row.file):\(row.line)", "\(row.count)"]
        + Self.cells(row.duration, share: "\(row.share)")
        + ["\(row.open)", "\(row.overBudget)", "", "", "", ""]
    }
    let text = ByteBuffer()
    for row in rows {
      var line = CSVLine(in: text)
      for field in row { line.add(text: field) }
      line.end()
    }
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private static func cells(
    _ duration: DurationStatistics?, selfTime: String = "", share: String = ""
  ) -> [String] {
    guard let duration else { return ["", selfTime, share, "", "", "", "", "", "", ""] }
    return [
      "\(duration.totalNs)", selfTime, share, "\(duration.minNs)", "\(duration.meanNs)",
      "\(duration.standardDeviationNs)", "\(duration.p50Ns)", "\(duration.p90Ns)",
      "\(duration.p99Ns)", "\(duration.maxNs)",
    ]
  }
}
