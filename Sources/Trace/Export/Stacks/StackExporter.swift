import TextTables
import TraceAnalysis

/// Writes the self times of actions, summed up by their enclosing actions.
final class StackExporter: TraceSink {
  private let format: StackText.Format
  private let names: NameTable
  private let participants: TraceParticipants
  private let output: OutputFile
  private var stacks = ActionStacks()
  /// Processes with losses of events; `nil` stands for losses that may concern any of them.
  private var lossy: Set<ProcessIndex?> = []

  init(_ reader: TraceReader, _ output: OutputFile, _ format: StackText.Format) {
    self.format = format
    names = reader.names
    participants = reader.participants
    self.output = output
  }

  func begin(_ span: Span) {
    if span.kind == .action { stacks.begin(span) }
  }

  func end(_ span: Span) {
    if span.kind == .action { stacks.end(span) }
  }

  func gap(_ gap: TraceGap) { lossy.insert(gap.process) }

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) {
    var texts = stacks.frames.map { $0.map { names[$0].displayed } ?? "" }
    let labels = ProcessLabels(summary.processes)
    for root in stacks.roots {
      // No other part of these formats is shown by all readers.
      var note = lossy.contains(root.process) || lossy.contains(nil) ? " [events lost]" : ""
      if !summary.damage.isEmpty { note += " [trace damaged]" }
      texts[stacks.nodes[root.node].frame] =
        participants.name(root.process, root.thread, labels) + note
    }
    StackText(texts: texts, nodes: stacks.nodes, roots: stacks.roots.map(\.node))
      .write(format, to: output)
  }
}

extension TraceParticipants {
  /// The name of a process, and of its thread if the trace has it.
  func name(
    _ process: ProcessIndex, _ thread: ThreadIndex?, _ labels: ProcessLabels
  ) -> String {
    let described = processes[Int(process)]
    var text = labels[process]
    if let thread {
      let (tid, name) = self.thread(thread)
      text += ", thread \(tid)"
      // Threads have the name of their process by default.
      if !name.isEmpty, name != described.name { text += " (\(name))" }
    }
    return text
  }
}
