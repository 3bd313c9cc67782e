import Durations

extension Report {
  /// The number of findings whose gain is predicted: each takes a graph of all spans.
  private static let mostGains = 8

  /// Predicts the gains of findings whose correction is a change of durations. The order remains
  /// the order of costs, as few rules have a gain, and the gain is for actions from outside alone.
  ///
  /// The recording is read again. Findings in a damaged recording get no gain.
  ///
  /// - Parameters:
  ///   - filter: The filter of the report.
  ///   - onlyShown: Whether to predict only the gains of the findings that ``text(_:)`` shows.
  ///   - onProgress: Called repeatedly while the traces are read.
  /// - Throws: ``TraceReaderError`` if there is no trace to read.
  public mutating func addGains(
    filter: TraceFilter = TraceFilter(), onlyShown: Bool = false,
    onProgress: ((ReadingProgress) -> Void)? = nil
  ) throws {
    let candidates = onlyShown ? shownFindings : Array(findings.indices)
    let places = candidates.filter { findings[$0].correction != nil }.prefix(Self.mostGains)
    guard !places.isEmpty, damage.isEmpty, !directories.isEmpty else { return }
    let changes = places.compactMap { findings[$0].correction.flatMap { try? WhatIfChange($0) } }
    guard changes.count == places.count else { return }
    let gains = try WhatIfReport.gains(
      of: changes, directories: directories, filter: filter, onProgress: onProgress)
    for (place, gain) in zip(places, gains) {
      guard let gain else { continue }
      findings[place].change = findings[place].correction
      findings[place].gainNs = gain.gain
      findings[place].gainShare = gain.gain.share(of: gain.total)
    }
  }
}

extension Report.Finding {
  /// The change of durations that the advice amounts to.
  var correction: String? {
    switch rule {
    case CostlyObservers.description.id, ListReaders.description.id:
      "without observers \(subject)"
    case LongOnMainActor.description.id:
      switch evidence.first?.kind {
      case .action: "beside actions \(subject)"
      case .observer: "without observers \(subject)"
      default: nil
      }
    default: nil
    }
  }
}

extension WhatIfReport {
  /// The times that actions from outside take together, and that they gain by each of several
  /// changes; `nil` if a change cannot be simulated.
  static func gains(
    of changes: [WhatIfChange], directories: [String], filter: TraceFilter,
    onProgress: ((ReadingProgress) -> Void)?
  ) throws -> [(total: Int64, gain: Int64)?] {
    var reader = TraceReader(directories: directories)
    reader.onProgress = onProgress
    let participants = reader.participants
    var state = FilterState(filter, reader.names, participants)
    let builders = changes.map { change in
      WaitGraphBuilder(
        [change], reader.names, limit: WaitGraphBuilder.mostNodes / changes.count
      ) { path in
        if let start = participants.start { state.begin(start) }
        return state.selects(path)
      }
    }
    let paths = CriticalPaths { _, _ in }
    paths.inspect = { path, actions, effects in
      for builder in builders { builder.add(path, actions, effects) }
    }
    try reader.read(into: builders + [paths])
    return builders.map { builder in
      guard !builder.isFull, builder.matches[0] > 0 else { return nil }
      let graph = builder.finished()
      let before = graph.durations(graph.nodes)
      let after = graph.durations(graph.changed().nodes)
      var (total, remaining): (Int64, Int64) = (0, 0)
      for (index, path) in graph.paths.enumerated()
      where path.isSelected && path.origin == .outside {
        total = total.addingClamped(before[index] ?? 0)
        remaining = remaining.addingClamped(after[index] ?? 0)
      }
      return (total, max(total - remaining, 0))
    }
  }
}
