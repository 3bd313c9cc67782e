import CPUProfiles
import TextTables
import TraceAnalysis

/// The stacks of CPU samples as exports show them: functions, below the actions, effects, intervals
/// and observers in which they ran.
///
/// A sink for all spans, as samples belong to open spans; the filter is for the samples.
final class SampleStacks: TraceSink {
  /// A frame of a sample: an open span or a function.
  struct Frame: Hashable {
    var text: String
    /// The executable or library that contains a function; empty of anything else.
    var module = ""
    var kind = Kind.function

    enum Kind: Hashable {
      case function
      case kernel
      /// An open span, rather than a function.
      case span(Span.Kind)
      /// Nothing was open.
      case between
    }

    /// Stands above functions that ran while nothing was open.
    static let between = Frame(text: "(between)", kind: .between)
  }

  /// A sample that the filter selects.
  struct Sample {
    /// Nanoseconds since the Unix epoch; `nil` if the profile has no event in the trace to compare
    /// clocks by.
    var time: Int64?
    /// Nanoseconds of processor time.
    var period: Int64
    var process: ProcessIndex
    var tid: Int64
    /// The open spans around it, the innermost first.
    var owners: [SampleAssigner.OpenSpan]
    /// The frames by their numbers in ``frames``, the outermost first.
    var stack: [Int]
    /// Whether the sample was in the kernel.
    var isInKernel: Bool
  }

  let assigner: SampleAssigner
  private let reader: TraceReader
  private let filter: TraceFilter
  /// All frames, in the order in which samples need them.
  private(set) var frames: [Frame] = []
  private var numbers: [Frame: Int] = [:]

  init(_ profiles: [RecordedProfile], of reader: TraceReader, _ filter: TraceFilter) {
    assigner = SampleAssigner(profiles, participants: reader.participants)
    self.reader = reader
    self.filter = filter
  }

  func begin(_ span: Span) { assigner.begin(span) }
  func end(_ span: Span) { assigner.end(span) }
  func point(_ point: TracePoint) { assigner.point(point) }

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) {
    assigner.finish(summary, unmatched)
  }

  /// Calls a function for each sample, profile by profile and there in the order of time.
  ///
  /// - Returns: How many samples are of processes without events.
  @discardableResult
  func forEach(_ body: (Sample) -> Void) -> UInt64 {
    let owners = assigner.owners.map { number(of: frame(of: $0)) }
    let between = number(of: .between)
    var samples = AssignedSamples(assigner, reader, filter)
    var foreign: UInt64 = 0
    for profileNumber in assigner.profiles.indices {
      let assigned = assigner.profiles[profileNumber]
      let profile = assigned.recording.profile
      let functions = profile.functions.map { function in
        number(
          of: Frame(
            text: SymbolName.short(function.displayed), module: function.module,
            kind: function.isKernel ? .kernel : .function))
      }
      foreign += samples.forEach(of: profileNumber) { element in
        let around = assigner.spans(around: element.index, in: profileNumber)
        var stack = around.isEmpty ? [between] : around.reversed().map { owners[$0.owner] }
        for function in element.functions.reversed() { stack.append(functions[Int(function)]) }
        let sample = element.sample
        body(
          Sample(
            time: assigned.origin.map { sample.time.addingClamped($0) },
            period: Int64(sample.period), process: element.process,
            tid: profile.threads[Int(sample.thread)].tid, owners: around, stack: stack,
            isInKernel: element.functions.first.map { profile.functions[Int($0)].isKernel } ?? false
          ))
      }
    }
    return foreign
  }

  private func number(of frame: Frame) -> Int {
    if let known = numbers[frame] { return known }
    numbers[frame] = frames.count
    frames.append(frame)
    return frames.count - 1
  }

  private func frame(of owner: SampleAssigner.Owner) -> Frame {
    let name = reader.names[owner.name]
    let text =
      switch owner.kind {
      case .action, .store: name.displayed
      case .effect: "effect of " + name.displayed
      case .interval: displayName(prefix: reader.names[owner.source].prefix, name: name.name)
      case .observer: "observer \(reader.names[owner.source].name):\(owner.line)"
      }
    return Frame(text: text, kind: .span(owner.kind))
  }
}
