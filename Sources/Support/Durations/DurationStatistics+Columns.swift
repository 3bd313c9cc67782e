extension DurationStatistics {
  /// The statistics that tables show, in their order: the name of each, its importance where not
  /// all have room, and its nanoseconds.
  package static var columns: [(heading: String, importance: Int, nanoseconds: (Self) -> Int64)] {
    [
      ("total", 19, \.totalNs), ("min", 2, \.minNs), ("mean", 14, \.meanNs), ("p50", 6, \.p50Ns),
      ("p90", 3, \.p90Ns), ("p99", 7, \.p99Ns), ("max", 13, \.maxNs),
    ]
  }
}
