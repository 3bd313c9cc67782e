import TextTables

extension RaceReport {
  /// Reads all traces below directories, and collects the candidates; each event counts once.
  ///
  /// - Parameters:
  ///   - directories: The directories of recordings, of parts of one, or ones that hold them.
  ///   - gap: The longest time between two actions whose order counts as chance, in nanoseconds.
  ///   - onProgress: Called repeatedly while the traces are read.
  /// - Throws: ``TraceReaderError`` if one has no trace to read. Damage does not throw: see
  ///   ``damage``.
  public init(
    directories: [String], within gap: Int64,
    onProgress: ((ReadingProgress) -> Void)? = nil
  ) throws {
    var reader = TraceReader(directories: directories)
    reader.onProgress = onProgress
    let found = RaceCandidates(within: gap, reader)
    try reader.read(into: [found])
    let summary = found.summary
    let names = reader.names
    let start = summary.timeRange?.lowerBound ?? 0
    func action(_ action: RacingAction) -> Action {
      Action(
        prefix: names[action.name].prefix, name: names[action.name].name, id: "\(action.id)",
        sinceNs: action.start.subtractingClamped(start),
        effectOf: action.effect.map { names[$0.name].name })
    }
    self.init(
      directory: reader.directory, isComplete: summary.isComplete,
      remarks: summary.remarks + found.remarks,
      durationNs: summary.timeRange.map { $0.upperBound.subtractingClamped($0.lowerBound) } ?? 0,
      events: Report.EventCounts(summary),
      damage: summary.damage, withinNs: gap, hasStateDifferences: found.hasStateDifferences,
      concurrentPairs: found.concurrentPairs,
      candidates: found.pairs.values.map { pairs in
        Candidate(
          first: action(pairs.closest.first), second: action(pairs.closest.second),
          pairs: pairs.count, gapNs: pairs.gap, properties: pairs.properties.sorted())
      }
      .sorted {
        ($0.gapNs, $0.first.name, $0.second.name) < ($1.gapNs, $1.first.name, $1.second.name)
      })
  }

  /// The report as one JSON object.
  public func json() throws -> String {
    try jsonText(self)
  }
}

extension RaceCandidates {
  /// The reasons why candidates may be missing.
  fileprivate var remarks: [String] {
    var remarks: [String] = []
    if truncated > 0 {
      let differences = Units.count(UInt64(truncated), "state difference")
      remarks.append("\(differences) were truncated: candidates may be missing.")
    }
    if dropped > 0 {
      remarks.append(
        """
        Each action is compared with the \(Self.mostRecent) before it in its store, and for \
        \(Units.count(UInt64(dropped), "action")) there were more within --within: candidates may \
        be missing. A shorter time compares all.
        """)
    }
    return remarks
  }
}
