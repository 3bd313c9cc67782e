import TextTables

extension WhatIfReport {
  /// Reads all traces below directories, and predicts the waits after changes.
  ///
  /// ```swift
  /// let report = try WhatIfReport(
  ///   directories: [recording], changes: [WhatIfChange("effect tap = 50%")])
  /// print(report.total?.before.p50Ns ?? 0, report.total?.after?.p50Ns ?? 0)
  /// ```
  ///
  /// - Parameters:
  ///   - directories: The directories of recordings, of parts of one, or ones that hold them.
  ///   - changes: The changes, all of which are made.
  ///   - options: The contents of the report.
  ///   - onProgress: Called repeatedly while the traces are read.
  /// - Throws: ``TraceReaderError`` if one has no trace to read, and ``WhatIfError`` if the
  ///   recording has nothing that a change applies to. Damage does not throw: see ``damage``.
  public init(
    directories: [String], changes: [WhatIfChange], options: WhatIfOptions = WhatIfOptions(),
    onProgress: ((ReadingProgress) -> Void)? = nil
  ) throws {
    var reader = TraceReader(directories: directories)
    reader.onProgress = onProgress
    let participants = reader.participants
    var filter = FilterState(options.filter, reader.names, participants)
    let builder = WaitGraphBuilder(changes, reader.names) { path in
      if let start = participants.start { filter.begin(start) }
      return filter.selects(path)
    }
    let paths = CriticalPaths { _, _ in }
    paths.inspect = { builder.add($0, $1, $2) }
    let end = EndOfTrace()
    try reader.read(into: [builder, paths, end])
    let graph = builder.finished()
    let (changed, moved) = graph.changed()
    var summary = end.summary
    // A recording without such events is a problem of the recording.
    if summary.composableEventCount > 0, summary.damage.isEmpty {
      let problems = builder.problems(moved: moved)
      if !problems.isEmpty { throw WhatIfError(problems: problems) }
    }
    summary.add(options.filter.unmatched(reader.names, participants, summary.timeRange))
    self.init(
      directory: reader.directory,
      isComplete: summary.isComplete && end.unmatched.forgotten == 0 && !builder.isFull,
      remarks: summary.remarks + Self.remarks(summary, builder),
      isFiltered: !options.filter.isEmpty,
      selectsNothing: summary.selectsNothing ? true : nil,
      startNs: summary.timeRange.map { "\($0.lowerBound)" },
      durationNs: summary.timeRange.map { $0.upperBound.subtractingClamped($0.lowerBound) } ?? 0,
      events: Report.EventCounts(summary),
      losses: Report.Losses(summary.losses), damage: summary.damage, parts: summary.parts,
      changes: zip(changes, builder.matches).map {
        Change(text: $0.text, kind: $0.kind, count: UInt64($1))
      },
      total: nil, actions: [])
    predict(graph, changed, reader.names)
  }

  private static func remarks(_ summary: TraceSummary, _ builder: WaitGraphBuilder) -> [String] {
    var remarks: [String] = []
    if builder.isFull {
      remarks.append(
        """
        The recording has more actions and effects than can be simulated: later ones are left out. \
        Record a shorter time, or name a part of the recording.
        """)
    }
    if summary.processes.contains(where: { $0.sampling?.leavesOutChains == true }) {
      remarks.append(
        """
        Chains of actions were left out of the recording: time for which others waited for them does \
        not change with them.
        """)
    }
    return remarks
  }

  private struct Key: Hashable {
    var name: NameID
    var origin: CriticalPath.Origin
  }

  private mutating func predict(_ graph: WaitGraph, _ changed: [WaitNode], _ names: NameTable) {
    let replayed = graph.durations(graph.nodes)
    let after = graph.durations(changed)
    let low = graph.durations(
      WaitGraph.scaled(changed, by: 1 - WhatIfPrediction.variation))
    let high = graph.durations(
      WaitGraph.scaled(changed, by: 1 + WhatIfPrediction.variation))
    var rows: [Key: WhatIfPrediction] = [:]
    var all = WhatIfPrediction()
    for (index, path) in graph.paths.enumerated() where path.isSelected {
      let add = { (prediction: inout WhatIfPrediction) in
        prediction.add(
          recorded: path.duration, replayed: replayed[index], after: after[index],
          low: low[index], high: high[index], isUnsure: path.isUnsure)
      }
      add(&rows[Key(name: path.name, origin: path.origin), default: WhatIfPrediction()])
      if path.origin == .outside { add(&all) }
    }
    if !all.recorded.isEmpty { total = all.row(TraceName(name: ""), .outside) }
    actions = rows.map { $1.row(names[$0.name], $0.origin) }.sorted { left, right in
      let (isFirst, isOtherFirst) = (left.origin == .outside, right.origin == .outside)
      if isFirst != isOtherFirst { return isFirst }
      return (right.gainNs, right.before.totalNs, left.prefix, left.name, left.origin.rawValue)
        < (left.gainNs, left.before.totalNs, right.prefix, right.name, right.origin.rawValue)
    }
  }
}

extension WhatIfReport.Row {
  /// The time that all of its paths gain; negative if they take longer.
  public var gainNs: Int64 { before.totalNs - (after?.totalNs ?? 0) }

  /// Whether a figure differs by as much as tables show of it.
  var isChanged: Bool {
    guard let after, countAfter == count else { return true }
    return WhatIfReport.Waits.figures.contains { figure in
      let (before, after) = (before[keyPath: figure], after[keyPath: figure])
      return abs(after - before) * 200 > before
    }
  }
}

extension WhatIfReport.Waits {
  static let figures: [any KeyPath<Self, Int64> & Sendable] = [
    \.p50Ns, \.p95Ns, \.p99Ns, \.maxNs, \.totalNs,
  ]
}

extension WaitGraphBuilder {
  /// The changes that apply to nothing, each with the most similar name.
  ///
  /// - Parameter moved: For each change of parallel effects, the number that start earlier.
  func problems(moved: [Int]) -> [String] {
    var problems: [String] = []
    var parallels = 0
    for change in changes {
      let known = allNames(change.kind)
      let missing = change.patterns.filter { pattern in !known.contains { $0.matches(pattern) } }
      problems += missing.map { problem($0, change.kind) }
      guard change.operation == .parallel else { continue }
      if missing.isEmpty, moved[parallels] == 0 {
        problems.append(
          """
          '\(change.text.printable())' changes nothing: none of these effects ran after another of \
          them, in a concatenation or in a chain of actions. signpost path shows their order.
          """)
      }
      parallels += 1
    }
    return problems
  }

  private func problem(_ pattern: WhatIfChange.Pattern, _ kind: Span.Kind) -> String {
    let known = allNames(kind).map(\.text)
    let text = "The recording has no \(kind.word) “\(pattern.text.printable())”."
    let suggestion = pattern.name.text.suggestion(from: allNames(kind).flatMap(\.names))
    if !suggestion.isEmpty { return text + suggestion }
    for other in [Span.Kind.action, .effect, .observer] where other != kind {
      if allNames(other).contains(where: { $0.matches(pattern) }) {
        return text + " It has an \(other.word) of that name."
      }
    }
    let sorted = Set(known).sorted()
    if sorted.isEmpty {
      return text + " It has none: --loglevel info leaves out observers, for example."
    }
    let more = sorted.count > 8 ? ", and \(sorted.count - 8) more" : ""
    return text + " It has: " + sorted.prefix(8).joined(separator: ", ") + more + "."
  }

  /// A name of a span, as patterns match it.
  private struct Known {
    var text: String
    /// For suggestions.
    var names: [String]
    var matches: (WhatIfChange.Pattern) -> Bool
  }

  private func allNames(_ kind: Span.Kind) -> [Known] {
    if kind == .observer {
      return observers.map { observer in
        let file = names[observer.file].name
        return Known(
          text: "\(file.printable()):\(observer.line)",
          names: WhatIfChange.Pattern.names(file: file, line: observer.line)
        ) { $0.matches(file: file, line: observer.line) }
      }
    }
    return (kind == .effect ? namesOfEffects : actionNames).map { name in
      let name = names[name]
      return Known(text: displayName(prefix: name.prefix, name: name.name), names: [name.name]) {
        $0.matches(name)
      }
    }
  }
}
