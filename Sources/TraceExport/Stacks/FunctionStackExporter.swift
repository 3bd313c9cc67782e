import CPUProfiles
import TextTables
import TraceAnalysis

/// Writes processor time by the stacks of a CPU profile: functions, below the actions they ran in.
///
/// Takes all spans in, as samples belong to what was open; the filter is for the samples.
final class FunctionStackExporter: TraceSink {
  private let assigner: SampleAssigner
  private let reader: TraceReader
  private let filter: TraceFilter
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

  init(
    _ reader: TraceReader, _ output: OutputFile, _ format: StackText.Format,
    _ profiles: [RecordedProfile], _ filter: TraceFilter
  ) {
    assigner = SampleAssigner(profiles, participants: reader.participants)
    self.reader = reader
    self.filter = filter
    self.format = format
    self.output = output
  }

  func begin(_ span: Span) { assigner.begin(span) }
  func end(_ span: Span) { assigner.end(span) }
  func point(_ point: TracePoint) { assigner.point(point) }

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) {
    assigner.finish(summary, unmatched)
    let labels = ProcessLabels(summary.processes)
    let owners = assigner.owners.map(text)
    var samples = AssignedSamples(assigner, reader, filter)
    for number in assigner.profiles.indices {
      let profile = assigner.profiles[number].recording.profile
      let functions = profile.functions.map { frame(SymbolName.short($0.displayed)) }
      var rootTexts: [Int32: Int] = [:]
      _ = samples.forEach(of: number) { element in
        let thread = element.sample.thread
        let text: Int
        if let known = rootTexts[thread] {
          text = known
        } else {
          let tid = profile.threads[Int(thread)].tid
          text = frame(name(element.process, tid, labels))
          rootTexts[thread] = text
        }
        var node = node(text, in: nil)
        let around = assigner.owners(around: element.index, in: number)
        for owner in around.reversed() { node = self.node(frame(owners[owner]), in: node) }
        if around.isEmpty { node = self.node(frame("(between)"), in: node) }
        for function in element.functions.reversed() {
          node = self.node(functions[Int(function)], in: node)
        }
        nodes[node].selfTime += Int64(element.sample.period)
      }
    }
    StackText(texts: texts, nodes: nodes, roots: roots).write(format, to: output)
  }

  /// Of a thread, as the trace has it; one without events has its number alone.
  private func name(_ process: ProcessIndex, _ tid: Int64, _ labels: ProcessLabels) -> String {
    let threads = reader.participants.threads
    let known = threads.firstIndex { $0.process == process && $0.vtid == tid }
    return known.map { reader.participants.name(process, ThreadIndex($0), labels) }
      ?? "\(labels[process]), thread \(tid)"
  }

  private func text(of owner: SampleAssigner.Owner) -> String {
    let name = reader.names[owner.name]
    switch owner.kind {
    case .action, .store: return name.displayed
    case .effect: return "effect of " + name.displayed
    case .interval:
      return displayName(prefix: reader.names[owner.source].prefix, name: name.name)
    case .observer: return "observer \(reader.names[owner.source].name):\(owner.line)"
    }
  }

  private func frame(_ text: String) -> Int {
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
