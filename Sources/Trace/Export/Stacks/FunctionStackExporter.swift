import CPUProfiles
import TextTables
import TraceAnalysis

/// Writes processor time by the stacks of a CPU profile: functions, below the actions they ran in.
///
/// Takes all spans in, as ``SampleStacks`` needs them.
final class FunctionStackExporter: TraceSink {
  private let samples: SampleStacks
  private let reader: TraceReader
  private let format: StackText.Format
  private let output: OutputFile

  private var texts: [String] = []
  private var textNumbers: [String: Int] = [:]
  private var nodes: [ActionStacks.Node] = []
  private var children: [Child: Int] = [:]
  private var roots: [Int] = []

  private struct Child: Hashable {
    var parent: Int?
    var frame: Int
  }

  private struct Root: Hashable {
    var process: ProcessIndex
    var tid: Int64
  }

  init(
    _ reader: TraceReader, _ output: OutputFile, _ format: StackText.Format,
    _ profiles: [RecordedProfile], _ filter: TraceFilter
  ) {
    samples = SampleStacks(profiles, of: reader, filter)
    self.reader = reader
    self.format = format
    self.output = output
  }

  func begin(_ span: Span) { samples.begin(span) }
  func end(_ span: Span) { samples.end(span) }
  func point(_ point: TracePoint) { samples.point(point) }

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) {
    samples.finish(summary, unmatched)
    let labels = ProcessLabels(summary.processes)
    var rootTexts: [Root: Int] = [:]
    samples.forEach { sample in
      let root = Root(process: sample.process, tid: sample.tid)
      let text = rootTexts[root] ?? text(name(sample.process, sample.tid, labels))
      rootTexts[root] = text
      var node = node(text, in: nil)
      for frame in sample.stack {
        node = self.node(self.text(samples.frames[frame].text), in: node)
      }
      nodes[node].selfTime += sample.period
    }
    StackText(texts: texts, nodes: nodes, roots: roots).write(format, to: output)
  }

  /// The name of a thread in the trace; one without events has its number only.
  private func name(_ process: ProcessIndex, _ tid: Int64, _ labels: ProcessLabels) -> String {
    let threads = reader.participants.threads
    let known = threads.firstIndex { $0.process == process && $0.vtid == tid }
    return known.map { reader.participants.name(process, ThreadIndex($0), labels) }
      ?? "\(labels[process]), thread \(tid)"
  }

  private func text(_ text: String) -> Int {
    if let known = textNumbers[text] { return known }
    textNumbers[text] = texts.count
    texts.append(text)
    return texts.count - 1
  }

  private func node(_ frame: Int, in parent: Int?) -> Int {
    let child = Child(parent: parent, frame: frame)
    if let known = children[child] { return known }
    let root = parent.map { nodes[$0].root } ?? roots.count
    if parent == nil { roots.append(nodes.count) }
    nodes.append(ActionStacks.Node(parent: parent, frame: frame, root: root))
    children[child] = nodes.count - 1
    return nodes.count - 1
  }
}
