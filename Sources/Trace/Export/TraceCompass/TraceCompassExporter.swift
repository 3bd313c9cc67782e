import TraceAnalysis

/// Writes analyses with which Trace Compass shows a recording: it reads LTTng's traces itself, but
/// not the meaning of their events.
///
/// Its XML is described at <https://archive.eclipse.org/tracecompass/doc/stable/>. Trace Compass
/// runs it for each trace separately, which in a recording by `signpost record` is a process.
final class TraceCompassExporter: TraceSink {
  private let participants: TraceParticipants
  private let output: OutputFile

  init(_ reader: TraceReader, _ output: OutputFile) {
    participants = reader.participants
    self.output = output
  }

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) {
    let analyses = TraceCompassAnalyses(
      process: participants.haveProcessContext
        ? TraceCompassXML.Attribute("eventField", "context._vpid")
        : TraceCompassXML.Attribute("constant", "process"),
      hasThreads: !participants.threads.isEmpty)
    output.write(analyses.text)
  }
}
