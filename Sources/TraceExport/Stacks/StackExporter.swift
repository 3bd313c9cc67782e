import TextTables
import TraceAnalysis

/// Writes how long actions took by themselves, summed up by the actions around them.
final class StackExporter: TraceSink {
  /// What is written at the end.
  enum Format {
    /// A line for each stack: frames separated by semicolons, a space, nanoseconds.
    case folded
    /// JSON with a profile for each thread.
    case speedscope
  }

  private let format: Format
  private let names: NameTable
  private let participants: TraceParticipants
  private let output: OutputFile
  private var stacks = ActionStacks()
  /// Processes that have lost events; `nil` stands for what may be of any of them.
  private var lossy: Set<ProcessIndex?> = []

  init(_ reader: TraceReader, _ output: OutputFile, _ format: Format) {
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
      // There is no other place to say so that all readers of these formats show.
      var note = lossy.contains(root.process) || lossy.contains(nil) ? " [events lost]" : ""
      if !summary.damage.isEmpty { note += " [trace damaged]" }
      texts[stacks.nodes[root.node].frame] = name(root.process, root.thread, labels) + note
    }
    switch format {
    case .folded: writeFolded(texts)
    case .speedscope: writeSpeedscope(texts)
    }
  }

  /// Of a process, and of its thread where the trace has that.
  private func name(
    _ process: ProcessIndex, _ thread: ThreadIndex?, _ labels: ProcessLabels
  ) -> String {
    let described = participants.processes[Int(process)]
    var text = labels[process]
    if let thread {
      let (tid, name) = participants.thread(thread)
      text += ", thread \(tid)"
      // Threads have the name of their process unless they are given one.
      if !name.isEmpty, name != described.name { text += " (\(name))" }
    }
    return text
  }

  private func writeFolded(_ texts: [String]) {
    // The format has no escapes.
    let texts = texts.map { text in
      String(text.map { $0 == ";" || $0.isNewline ? "_" : $0 })
    }
    for (number, node) in stacks.nodes.enumerated() where node.selfTime > 0 {
      let frames = stacks.frames(of: number).map { texts[$0] }
      output.write("\(frames.joined(separator: ";")) \(node.selfTime)\n")
    }
  }

  private func writeSpeedscope(_ texts: [String]) {
    let text = ByteBuffer()
    text.append(
      "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\"," as StaticString)
    text.append("\"exporter\":\"signpost\",\n\"shared\":{\"frames\":[" as StaticString)
    for (number, name) in texts.enumerated() {
      text.append((number == 0 ? "\n{\"name\":" : ",\n{\"name\":") as StaticString)
      text.append(json: name)
      text.append("}" as StaticString)
    }
    text.append("]},\n\"profiles\":[" as StaticString)
    for (number, root) in stacks.roots.enumerated() {
      text.append((number == 0 ? "\n" : ",\n") as StaticString)
      let weighed = stacks.nodes.indices.filter {
        stacks.nodes[$0].root == number && stacks.nodes[$0].selfTime > 0
      }
      let total = weighed.reduce(Int64(0)) { $0 + stacks.nodes[$1].selfTime }
      text.append("{\"type\":\"sampled\",\"name\":" as StaticString)
      text.append(json: texts[stacks.nodes[root.node].frame])
      text.append(",\"unit\":\"nanoseconds\",\"startValue\":0,\"endValue\":" as StaticString)
      text.append(decimal: total)
      text.append(",\n\"samples\":[" as StaticString)
      for (position, node) in weighed.enumerated() {
        text.append((position == 0 ? "[" : ",[") as StaticString)
        for (depth, frame) in stacks.frames(of: node).enumerated() {
          if depth > 0 { text.append("," as StaticString) }
          text.append(decimal: Int64(frame))
        }
        text.append("]" as StaticString)
      }
      text.append("],\n\"weights\":[" as StaticString)
      for (position, node) in weighed.enumerated() {
        if position > 0 { text.append("," as StaticString) }
        text.append(decimal: stacks.nodes[node].selfTime)
      }
      text.append("]}" as StaticString)
    }
    text.append("]}\n" as StaticString)
    output.write(text.bytes)
  }
}
