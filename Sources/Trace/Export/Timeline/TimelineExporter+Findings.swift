import Durations
import TraceAnalysis

extension TimelineExporter {
  /// Draws findings: each at the most expensive spans that show it, or at the start of the trace.
  func write(findingsOf report: Report) {
    guard !report.findings.isEmpty, let start = report.startNs.flatMap({ Int64($0) }) else {
      return
    }
    var groups: [ProcessIndex: (group: TimelineTrack.ID, lanes: QueueLanes)] = [:]
    for finding in report.findings {
      guard !finding.evidence.isEmpty else {
        write(finding, from: start, until: start, 0, &groups)
        continue
      }
      for evidence in finding.evidence {
        let from = start.addingClamped(evidence.sinceNs)
        write(
          finding, from: from, until: from.addingClamped(evidence.durationNs),
          ProcessIndex(evidence.process ?? 0), &groups)
      }
    }
  }

  private func write(
    _ finding: Report.Finding, from start: Int64, until end: Int64, _ index: ProcessIndex,
    _ groups: inout [ProcessIndex: (group: TimelineTrack.ID, lanes: QueueLanes)]
  ) {
    // A recording can have lost all events of its processes.
    let process = participants.processes.indices.contains(Int(index)) ? tracks(of: index) : nil
    var known =
      groups[index]
      ?? (group: newTrack("Findings", of: process, rank: -2), lanes: QueueLanes())
    let track = known.lanes.take(from: start, until: end) { [group = known.group] in
      newTrack("Findings", of: process, below: group, isLane: true)
    }
    groups[index] = known
    writer.open(.begin, on: track, at: start)
    writer.category(.finding)
    writer.name(finding.summary)
    writer.argument(.rule, text: finding.rule)
    if let cost = finding.costNs { writer.argument(.cost, cost) }
    writer.argument(.advice, text: finding.advice)
    writer.close()
    writer.open(.end, on: track, at: end)
    writer.close()
  }
}
