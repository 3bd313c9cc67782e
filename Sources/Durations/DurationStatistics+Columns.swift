import TextTables

extension DurationStatistics {
  /// The columns of a table that show statistics, for rows that have any.
  ///
  /// - Parameter duration: The statistics of a row.
  package static func columns<Row>(
    _ duration: @escaping (Row) -> DurationStatistics?
  ) -> [(heading: String, importance: Int, cell: (Row) -> String)] {
    let columns: [(String, Int, (DurationStatistics) -> Int64)] = [
      ("total", 19, \.totalNs), ("min", 2, \.minNs), ("mean", 14, \.meanNs), ("p50", 6, \.p50Ns),
      ("p90", 3, \.p90Ns), ("p99", 7, \.p99Ns), ("max", 13, \.maxNs),
    ]
    return columns.map { heading, importance, value in
      (heading, importance, { row in duration(row).map { Units.duration(value($0)) } ?? "–" })
    }
  }
}
