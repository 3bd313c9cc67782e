import TraceAnalysis

extension Comparison {
  /// Compares two sets of recordings.
  ///
  /// - Parameters:
  ///   - before: The reports of the recordings before.
  ///   - after: The reports of the recordings after.
  ///   - options: The criteria of a finding.
  public init(
    _ before: [Report], _ after: [Report], options: ComparisonOptions = ComparisonOptions()
  ) {
    let first = before.map { RecordingFigures($0, renaming: options.renamedPrefixes) }
    let second = after.map { RecordingFigures($0) }
    let names = Set((first + second).flatMap(\.rows.keys)).sorted()
    var rows = names.map { Row($0, first, second) }
    isInterleaved = Self.areInterleaved(before, after)
    smallestChange =
      isInterleaved
      ? options.smallestChange : max(options.smallestChange, options.smallestChangeInBlocks)
    let tests = Self.test(&rows, first, second, options.significance, smallestChange)
    timeBefore = before.last?.timeSentences ?? []
    timeAfter = after.last?.timeSentences ?? []
    recordingsBefore = before.count
    recordingsAfter = after.count
    hasEnoughRecordings = Self.areEnough(before.count, after.count, tests, options.significance)
    recordingsNeeded = (1...).first { Self.areEnough($0, $0, tests, options.significance) }!
    significance = options.significance
    obstacles =
      Self.obstacles(before, "before") + Self.obstacles(after, "after")
      + Self.schemaObstacles(before, after)
    reservations = Self.reservations(before, "before") + Self.reservations(after, "after")
    for index in rows.indices where rows[index].hasChangedSpeed {
      rows[index].level = Self.level(of: rows[index].name, first, second)
    }
    self.rows = rows
    unjudged =
      Self.emptySets(first, before, "before") + Self.emptySets(second, after, "after")
      + Self.unknownPrefixes(options.renamedPrefixes, before, after)
      + Self.ambiguousNames(first, before, "before")
      + Self.ambiguousNames(second, after, "after")
      + Self.differentSelections(before, after) + Self.differentFilters(before + after)
    if unjudged.isEmpty, !rows.contains(where: { $0.presence == .both }) {
      unjudged.append("the recordings before and after have no name in common")
    }
    unjudged += options.limits.enumerated().flatMap { index, limit in
      limit.obstacles(rows, second).map { "limit \(index + 1) \($0)" }
    }
    excesses = rows.flatMap { row in
      options.limits.filter { $0.applies(to: row.name) }.compactMap { limit in
        row[limit.metric].flatMap { figure in
          limit.isExceeded(by: figure)
            ? Excess(name: row.name, limit: limit, figure: figure) : nil
        }
      }
    }
  }

  // MARK: - Tests

  /// Tests all figures that can be tested, and determines the verdict of each.
  ///
  /// - Returns: The number of tests.
  private static func test(
    _ rows: inout [Row], _ before: [RecordingFigures], _ after: [RecordingFigures],
    _ significance: Double, _ smallestChange: Double
  ) -> Int {
    var places: [(row: Int, figure: Int)] = []
    var pValues: [Double] = []
    var distributions = RankSumDistributions()
    for (row, content) in rows.enumerated() where content.presence == .both {
      for (index, figure) in content.figures.enumerated() where figure.metric.isTested {
        let one = before.values(of: figure.metric, content.name)
        let other = after.values(of: figure.metric, content.name)
        // Without the recordings that lack the figure, or have too few durations, the others would
        // look alike.
        guard one.count == before.count, other.count == after.count,
          let test = RankTest(one, other, using: &distributions)
        else { continue }
        rows[row].figures[index].superiority = test.superiority
        // A figure with equal values in all recordings is not tested, and not counted.
        if Set(one + other).count == 1 {
          rows[row].figures[index].verdict = .same
          continue
        }
        places.append((row, index))
        pValues.append(test.pValue)
      }
    }
    let isEnough = areEnough(before.count, after.count, pValues.count, significance)
    for (place, pValue) in zip(places, HolmCorrection.adjusted(pValues)) {
      rows[place.row].figures[place.figure].pValue = pValue
      let figure = rows[place.row].figures[place.figure]
      rows[place.row].figures[place.figure].verdict =
        !isEnough
        ? .untested
        : pValue <= significance && size(figure) >= 1 + smallestChange
          ? direction(of: figure) : .same
    }
    return pValues.count
  }

  private static func direction(of figure: Figure) -> Verdict {
    guard figure.metric.isWorseIfLarger else { return .changed }
    return figure.superiority ?? 0 > 0.5 ? .worse : .better
  }

  /// Whether a complete separation of sets of these sizes is rare enough for a finding.
  private static func areEnough(
    _ before: Int, _ after: Int, _ tests: Int, _ significance: Double
  ) -> Bool {
    RankTest.smallestPValue(before, after) * Double(max(1, tests)) <= significance
  }

  /// Whether the recordings of both sets alternate, at least half as often as by chance.
  private static func areInterleaved(_ before: [Report], _ after: [Report]) -> Bool {
    let times =
      before.map { (Int64($0.startNs ?? "") ?? 0, false) }
      + after.map { (Int64($0.startNs ?? "") ?? 0, true) }
    let order = times.sorted { $0.0 < $1.0 }.map(\.1)
    let turns = zip(order, order.dropFirst()).count { $0 != $1 }
    return turns * order.count >= before.count * after.count
  }

  /// The level whose own time differs most.
  private static func level(
    of name: ComparedName, _ before: [RecordingFigures], _ after: [RecordingFigures]
  ) -> Level? {
    func mean(_ level: ComparedName, _ recordings: [RecordingFigures]) -> Double {
      RatioEstimate.median(recordings.compactMap { $0.levels[name]?[level] }) ?? 0
    }
    let levels = Set(
      (before + after).flatMap { recording in
        (recording.levels[name] ?? [:]).map(\.key)
      })
    return levels.sorted().map { level in
      Level(
        prefix: level.prefix, name: level.name, before: mean(level, before),
        after: mean(level, after))
    }
    .max { abs($0.after - $0.before) < abs($1.after - $1.before) }
  }

  // MARK: - Obstacles

  private static func emptySets(
    _ figures: [RecordingFigures], _ reports: [Report], _ set: String
  ) -> [String] {
    zip(figures, reports).filter { $0.0.rows.isEmpty }.map {
      "\($0.1.directory), \(set), has no action, effect, interval, observer or store"
    }
  }

  private static func unknownPrefixes(
    _ renamed: [String: String], _ before: [Report], _ after: [Report]
  ) -> [String] {
    func prefixes(_ reports: [Report]) -> Set<String> {
      var found: Set<String> = []
      for report in reports {
        for action in report.actions {
          found.insert(action.prefix)
          for level in action.levels ?? [] { found.insert(level.prefix) }
        }
        for effect in report.effects { found.insert(effect.prefix) }
        for interval in report.intervals {
          found.insert("\(interval.subsystem)/\(interval.category)")
        }
      }
      return found
    }
    let (old, new) = (prefixes(before), prefixes(after))
    return renamed.sorted { $0.key < $1.key }.flatMap { from, to in
      (old.contains(from) ? [] : ["no recording before has the prefix \(from) of --map"])
        + (new.contains(to) ? [] : ["no recording after has the prefix \(to) of --map"])
    }
  }

  private static func obstacles(_ reports: [Report], _ set: String) -> [String] {
    reports.filter { !$0.isComplete }.map { report in
      let reason = report.losses.isEmpty ? "is damaged or truncated" : "has lost events"
      return "\(report.directory), \(set), \(reason): its counts are lower bounds"
    }
  }

  /// Names in one set only are not new or gone if the sets have different selections.
  private static func differentSelections(_ before: [Report], _ after: [Report]) -> [String] {
    let all = (before + after).map { $0.selections ?? [] }
    let areAlike = all.allSatisfy { $0.elementsEqual(all[0]) { $0.selectsSame(as: $1) } }
    if areAlike { return [] }
    return zip(all.indices, before + after).filter { $0.1.selections != nil }.map { index, report in
      let set = index < before.count ? "before" : "after"
      return "\(report.directory), \(set), has a selection of all events"
    } + ["the recordings have different selections of events"]
  }

  private static func differentFilters(_ reports: [Report]) -> [String] {
    let areAlike = Set(reports.map(\.isFiltered)).count < 2
    return areAlike ? [] : ["some reports are filtered, and others are not"]
  }

  /// Rows of one name, as in a report with groups, cannot be summed up: a report has percentiles of
  /// each, without the durations.
  private static func ambiguousNames(
    _ figures: [RecordingFigures], _ reports: [Report], _ set: String
  ) -> [String] {
    zip(figures, reports).compactMap { figures, report in
      figures.ambiguousNames.min().map {
        "\(report.directory), \(set), has several rows of \($0.text)"
      }
    }
  }

  private static func reservations(_ reports: [Report], _ set: String) -> [String] {
    reports.compactMap { report in
      guard let sampling = report.sampling, sampling.leavesOutChains else { return nil }
      let text = "\(report.directory), \(set), leaves out chains"
      guard let sample = sampling.sample else { return "\(text): its counts are of recorded ones" }
      return "\(text), sampled \(sample): its counts are estimates"
    }
  }

  private static func schemaObstacles(_ before: [Report], _ after: [Report]) -> [String] {
    func versions(_ reports: [Report]) -> [UInt64] {
      Set(reports.flatMap(\.schemaVersions)).sorted()
    }
    func text(_ versions: [UInt64]) -> String {
      versions.map { "\($0)" }.joined(separator: ", ")
    }
    let (one, other) = (versions(before), versions(after))
    if one.isEmpty || other.isEmpty || one == other { return [] }
    return ["the trace schemas differ: \(text(one)) before, \(text(other)) after"]
  }
}

extension Comparison.Row {
  fileprivate init(
    _ name: ComparedName, _ before: [RecordingFigures], _ after: [RecordingFigures]
  ) {
    self.name = name
    let isBefore = before.contains { $0.rows[name] != nil }
    let isAfter = after.contains { $0.rows[name] != nil }
    presence = isBefore && isAfter ? .both : isAfter ? .new : .vanished
    figures = ComparedMetric.allCases.compactMap { metric in
      let one = before.values(of: metric, name)
      let other = after.values(of: metric, name)
      if one.isEmpty && other.isEmpty { return nil }
      let estimate = RatioEstimate(one, other)
      return Comparison.Figure(
        metric: metric, before: RatioEstimate.median(one), after: RatioEstimate.median(other),
        ratio: estimate?.ratio, noise: estimate?.noise, verdict: .untested)
    }
  }
}

extension [RecordingFigures] {
  /// The values of a figure in all recordings that have it. A recording without the row counts as
  /// 0.
  fileprivate func values(of metric: ComparedMetric, _ name: ComparedName) -> [Double] {
    compactMap { recording in
      guard let row = recording.rows[name] else { return metric == .count ? 0 : nil }
      return row[metric]
    }
  }
}

extension Comparison.Row {
  fileprivate var hasChangedSpeed: Bool {
    figures.contains { [.worse, .better].contains($0.verdict) }
  }
}

extension ComparisonLimit {
  /// The reasons for which the limit says nothing about the recordings after.
  fileprivate func obstacles(
    _ rows: [Comparison.Row], _ recordings: [RecordingFigures]
  ) -> [String] {
    let rows = rows.filter { applies(to: $0.name) && $0.presence != .vanished }
    if rows.isEmpty { return ["applies to no row of the recordings after"] }
    return rows.compactMap { row in
      let figure = row[metric]
      if let max, figure?.after == nil {
        // A percentile of few durations is not larger than the longest of them.
        let longest = recordings.compactMap { $0.longest[row.name] }.max()
        guard metric.isPercentile, let longest, longest <= max else {
          return obstacle(row.name, "a figure")
        }
      }
      if maxRatio != nil, figure?.ratio == nil { return obstacle(row.name, "a ratio") }
      return nil
    }
  }

  private func obstacle(_ row: ComparedName, _ missing: String) -> String {
    let least = metric.fewestDurations
    let reason =
      least > 1
      ? "has fewer than \(least) durations in a recording, which \(metric.text) takes"
      : "has not \(missing) of \(metric.text) in both sets"
    return "cannot be judged: \(row.text) \(reason)"
  }

  fileprivate func isExceeded(by figure: Comparison.Figure) -> Bool {
    if let max, let after = figure.after, after > max { return true }
    if let maxRatio, let ratio = figure.ratio, ratio > maxRatio { return true }
    return false
  }
}
