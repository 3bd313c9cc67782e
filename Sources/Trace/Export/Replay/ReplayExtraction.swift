import Foundation
import RecordingManifests
import ReplayFile
import TraceAnalysis

/// Extracts a session from a recording into a file.
package struct ReplayExtraction {
  /// The reason why no file was written.
  package enum Failure: Error, Equatable {
    /// No action can be replayed.
    case nothingReplayable(TraceSummary)
    /// No session matches the selection.
    case noMatch([ReplayCandidate])
    /// Several sessions are possible.
    case ambiguous([ReplayCandidate])
    /// A part of the trace could not be read: the extent of the missing part is unknown.
    case damaged(TraceSummary)
    /// Events of the session are missing.
    case incomplete(reason: String, actions: Int)
  }

  /// The result.
  package struct Result: Equatable {
    package var candidate: ReplayCandidate
    package var actions: Int
    package var fromOutside: Int
    package var hasState: Bool
    /// Whether the wrapper recorded a state, and no digests of states.
    package var lacksDigests: Bool
    package var cut: String?
  }

  private let reader: TraceReader
  private let selection: ReplaySelection

  package init(
    of directories: [String], _ selection: ReplaySelection,
    onProgress: ((ReadingProgress) -> Void)? = nil
  ) {
    var reader = TraceReader(directories: directories)
    reader.onProgress = onProgress
    self.reader = reader
    self.selection = selection
  }

  /// Writes a session.
  ///
  /// - Parameters:
  ///   - output: The file.
  ///   - allowsCut: Whether to write the part before the first missing event.
  /// - Throws: ``Failure``, or an error of reading or writing.
  package func write(to output: OutputFile, allowsCut: Bool) throws -> Result {
    var finder = ReplayFinder()
    let summary = try reader.forEach(
      event: { finder.add($0, reader) }, gap: { finder.add($0) })
    guard summary.damage.isEmpty else { throw Failure.damaged(summary) }
    let (key, candidate) = try choose(finder.found(summary), summary)
    let limit = min(finder.firstGaps[key.process] ?? .max, finder.firstGaps[-1] ?? .max)
    if limit == .max, !summary.isComplete, summary.losses.isEmpty {
      throw Failure.incomplete(reason: "LTTng lost events, and nothing says when", actions: 0)
    }
    // Also with a cut: nothing says which actions are missing, and when.
    if summary.processes[Int(key.process)].sampling?.leavesOutChains == true {
      throw Failure.incomplete(
        reason: "chains of actions are left out, by --sample or --max-rate", actions: 0)
    }
    if summary.selections.contains(where: { $0.leavesOut(["actions", "payloads"]) }) {
      throw Failure.incomplete(
        reason: "actions are left out, by --kind, --prefix or --name", actions: 0)
    }
    var lines = ReplayLines(of: key, candidate, limit: limit)
    _ = try reader.forEachEvent { lines.add($0, reader) }
    lines.finish()
    if let cut = lines.cut, !allowsCut || lines.actions.isEmpty {
      throw Failure.incomplete(reason: cut, actions: lines.actions.count)
    }
    try write(lines, candidate, to: output)
    return Result(
      candidate: candidate, actions: lines.actions.count,
      fromOutside: lines.actions.count { $0.cause == nil }, hasState: lines.state != nil,
      lacksDigests: !candidate.hasDigests
        && (lines.state != nil || candidate.stateProblem != nil),
      cut: lines.cut)
  }

  private func choose(
    _ found: [(key: ReplayIntervals.Key, candidate: ReplayCandidate)], _ summary: TraceSummary
  ) throws -> (ReplayIntervals.Key, ReplayCandidate) {
    if found.isEmpty { throw Failure.nothingReplayable(summary) }
    let chosen = found.filter { selection.matches($0.candidate) }
    if chosen.isEmpty { throw Failure.noMatch(found.map(\.candidate)) }
    if chosen.count > 1 { throw Failure.ambiguous(chosen.map(\.candidate)) }
    return (chosen[0].key, chosen[0].candidate)
  }

  private func write(
    _ lines: ReplayLines, _ candidate: ReplayCandidate, to output: OutputFile
  ) throws {
    var header = ReplayHeader(
      feature: candidate.feature, prefix: candidate.prefix,
      process: ReplayHeader.Process(name: candidate.processName, pid: candidate.pid),
      store: "\(candidate.store)")
    header.started = Self.time(lines.start)
    header.schema = candidate.schema
    header.actions = lines.actions.count
    header.isFromCreation = candidate.isFromCreation
    header.hasChanges = candidate.hasChanges
    header.hasDigests = candidate.hasDigests
    header.state = lines.state
    header.stateProblem = lines.state == nil ? candidate.stateProblem : nil
    header.cut = lines.cut
    let encoder = ReplayCoding.encoder()
    func write(_ line: ReplayLine) throws {
      try line.encoded(by: encoder).withUnsafeBytes { output.write($0) }
      output.write("\n")
    }
    try write(.header(header))
    for action in lines.actions { try write(.action(action)) }
    for effect in lines.effects { try write(.effect(effect)) }
    try output.finish()
  }

  private static func time(_ nanoseconds: Int64) -> String {
    let date = Date(timeIntervalSince1970: Double(nanoseconds / 1_000_000) / 1000)
    return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
