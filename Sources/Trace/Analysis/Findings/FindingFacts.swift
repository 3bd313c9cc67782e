import Durations
import TextTables

/// The facts of a recording, and of the process that is judged.
struct FindingFacts {
  var names: NameTable
  var summary: TraceSummary
  /// The period of the process, as ``TraceSummary/period(of:)``.
  var period: ClosedRange<Int64>?
  /// The selected part of it in nanoseconds.
  var whole: Int64
  /// The time of the process; empty if it has no spans.
  var time: [Report.ProcessTime]
  /// The directories that were read.
  var directories: [String]
  /// The functions in the CPU samples of the process; `nil` if the recording has none.
  var functions: FunctionReport?
  /// Whether a filter or a sample leaves out spans and points.
  var isPart: Bool
  /// The numbers of spans and points that rules depend on.
  var counts = Counts()
  /// The numbers of all processes, which show the events that were recorded.
  var recorded = Counts()

  struct Counts {
    var sends: UInt64 = 0
    var observers: UInt64 = 0
    /// Actions as they were sent: nested wrappers count as one.
    var actions: UInt64 = 0

    mutating func add(_ other: Counts?) {
      sends += other?.sends ?? 0
      observers += other?.observers ?? 0
      actions += other?.actions ?? 0
    }
  }

  /// Whether the recording has events of the level debug.
  var hasDebugEvents: Bool { recorded.sends > 0 || recorded.observers > 0 }

  /// The name of an action, an effect or a feature, such as `[search] queryChanged`.
  func name(_ id: NameID) -> String {
    displayName(prefix: names[id].prefix, name: names[id].name)
  }

  /// The commands that take parts of a recording, and select spans by name.
  enum Command: String, CaseIterable {
    case events, path, report
  }

  /// A command that shows the spans of a name.
  func command(_ command: Command, _ id: NameID) -> String {
    let name = names[id]
    let prefix = name.prefix.isEmpty ? "" : " --prefix \(quotedForShell(name.prefix))"
    return "\(self.command(command))\(prefix) --name \(quotedForShell(name.name))"
  }

  /// A command about the whole recording.
  func command(_ command: Command) -> String { self.command(command.rawValue) }

  /// A command that shows observers, which have no name to select by. `view` compares several
  /// directories instead of reading them as parts.
  var commandForObservers: String {
    directories.count == 1 ? command("view") : command(.report)
  }

  private func command(_ command: String) -> String {
    (["signpost", command] + directories.map(quotedForShell)).joined(separator: " ")
  }

  /// A part of the selected period of the process.
  func share(_ time: Int64) -> Double { time.share(of: whole) }

  func evidence(_ spans: SlowestSpans) -> [Finding.Evidence] { spans.spans.map { evidence($0) } }

  /// Actions by the times for which they waited.
  func evidence(waits: SlowestSpans) -> [Finding.Evidence] {
    waits.all.map { evidence($0.span, wait: $0.time) }
  }

  private func evidence(_ span: Span, wait: Int64? = nil) -> Finding.Evidence {
    let process = summary.processes[Int(span.process)]
    let name = span.displayedName(names)
    return Finding.Evidence(
      kind: span.kind, prefix: name.prefix, name: name.name, id: "\(span.id)",
      process: Int(span.process), vpid: process.vpid,
      host: process.host.isEmpty ? nil : process.host,
      sinceNs: max(span.start.subtractingClamped(summary.timeRange?.lowerBound ?? span.start), 0),
      durationNs: span.duration ?? 0, waitNs: wait)
  }
}

extension Span {
  /// Prefix and name of the span: of an action, as the innermost wrapper names it; of an observer,
  /// its file and line; of an interval, subsystem and category as the prefix.
  func displayedName(_ names: NameTable) -> TraceName {
    let source = names[self.source]
    return switch kind {
    case .observer: TraceName(name: "\(source.name):\(line)")
    case .interval:
      TraceName(
        prefix: [source.prefix, source.name].filter { !$0.isEmpty }.joined(separator: ":"),
        name: names[name].name)
    default: names[sharedName]
    }
  }
}
