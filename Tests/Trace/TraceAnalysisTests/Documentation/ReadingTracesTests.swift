import Foundation
import Testing
// Like a client: an example cannot use internal declarations.
import TraceAnalysis
import TraceExport

/// The code of Documentation/ReadingTraces.md, and of the comments on the libraries it is about.
@Suite struct ReadingTracesTests {
  private func withRecording(_ body: (_ recording: String, _ directory: URL) throws -> Void) throws
  {
    try withTemporaryDirectory { directory in
      let recording = directory.appendingPathComponent("my-recording")
      try TraceOfEverything.writer.write(to: recording)
      try body(recording.path, directory)
    }
  }

  private func print(_ items: Any..., terminator: String = "\n") {}

  @Test func spans() throws {
    try withRecording { recording, _ in
      let reader = TraceReader(directory: recording)
      let features = FeatureTimes(reader)
      let lines = EventLines(reader) {
        print(String(decoding: $0, as: UTF8.self), terminator: "")
      }
      let summary = try reader.read(into: [features, lines])
      for (feature, time) in features.times { print(feature, time) }
      if !summary.losses.isEmpty { print("Events were lost: times are lower bounds.") }
      if let damage = summary.damage.first { print("\(damage.path): \(damage.message)") }
      #expect(features.times == ["Counter": 107_000])

      var filter = TraceFilter()
      filter.prefixes = [NamePattern("todos")]
      filter.start = .sinceStart(1_500_000_000)
      try reader.read(into: [FeatureTimes(reader)], filter: filter)
    }
  }

  @Test func criticalPaths() throws {
    try withRecording { recording, _ in
      var found = 0
      let reader = TraceReader(directory: recording)
      let paths = CriticalPaths { path, parallels in
        found += 1
        guard path.duration > 100_000_000 else { return }
        for step in path.steps { print(step.segment, reader.names[step.subject.name].name) }
        for effect in parallels() { print(effect.slack ?? 0) }
      }
      try reader.read(into: [paths])
      let report = try CriticalPathReport(directory: recording)
      #expect(found > 0)
      #expect(UInt64(found) == report.actions.reduce(0) { $0 + $1.count })
      for action in report.actions { print(action.name, action.duration.p99Ns, action.p99.effects) }
    }
  }

  @Test func whatIfReport_effectShortened_appliesToEffects() throws {
    try withRecording { recording, _ in
      let report = try WhatIfReport(
        directories: [recording], changes: [WhatIfChange("effect tap = 50%")])
      print(report.total?.before.p50Ns ?? 0, report.total?.after?.p50Ns ?? 0)
      #expect(report.changes[0].count > 0)
      let change = try WhatIfChange("without observers ListView")
      print(change.text)
    }
  }

  @Test func events() throws {
    try withRecording { recording, _ in
      var eventsOfProcessors: [Int32: Int] = [:]
      let reader = TraceReader(directory: recording)
      var builder = SpanBuilder(sinks: [FeatureTimes(reader)], of: reader)
      let summary = try reader.forEachEvent { event in
        if let processor = event.processor { eventsOfProcessors[processor, default: 0] += 1 }
        try builder.add(event)
      }
      try builder.finish(summary)
      #expect(UInt64(eventsOfProcessors.values.reduce(0, +)) == summary.composableEventCount)
    }
  }

  /// Compiled only: a live session takes a relay daemon.
  private func live(_ mySink: any TraceSink) throws {
    let address = LiveAddress("net://localhost/host/alpha/my-session")!
    let reader = try LiveReader(address, sinks: [mySink])
    while true {
      switch try reader.read() {
      case .delivered: continue
      case .idle: usleep(50_000)
      case .ended, .failed: return
      }
    }
  }

  @Test func reports() throws {
    try withRecording { recording, _ in
      var options = ReportOptions()
      options.grouping = .process
      options.order = .max
      options.filter.names = [NamePattern("*ButtonTapped")]
      let report = try Report(directory: recording, options: options)
      for action in report.actions where action.overBudget > 0 {
        print(action.name, action.count, action.duration?.p99Ns ?? 0)
      }
      print(report.text())
      #expect(report.processes.count == 2)
    }
  }

  @Test func exports() throws {
    try withRecording { recording, directory in
      let file = directory.appendingPathComponent("my-recording.pftrace").path
      do {
        let summary = try TraceExport.write(recording, as: .perfetto, to: file)
        print("\(summary.eventCount) events")
      } catch ExportFailure.fileExists(let path) {
        print("\(path) is there already")
      }
      #expect(FileManager.default.fileExists(atPath: file))
    }
  }

  // Comments name the directory themselves: this is compiled, and the test above runs the like.
  private func comments() throws {
    do {
      let reader = TraceReader(directory: "my-recording")
      let summary = try reader.forEachEvent { event in
        if case .actionBegin(let begin) = event.payload {
          print(event.timestamp, reader.names[begin.name])
        }
      }
      _ = summary
    }
    do {
      let reader = TraceReader(directory: "my-recording")
      let sink = LongestEffect()
      try reader.read(into: [sink])
    }
    try TraceExport.write("my-recording", as: .perfetto, to: "my-recording.pftrace")
    try PageIndex.build(directory: "my-recording", to: "my-recording.index")
    let index = try PageIndex(path: "my-recording.index")
    print(index.chunkCount, index.head.count)
    let report = try Report(directory: "my-recording")
    for action in report.actions { print(action.name, action.count, action.selfNs) }
    do {
      let report = try BlameReport(
        directory: "my-recording", of: [PropertyPattern("todos.*.isDone")])
      for change in report.changes { print(change.path, change.name, change.causes) }
      let expectation = try BlameExpectation("returns == 0 per chain")
      _ = expectation
    }
    let endpoint = try OTLPEndpoint(base: "http://localhost:4318")
    let sent = try TraceExport.send("my-recording", to: endpoint)
    print(sent.spans.accepted)
  }

  /// Each example is in this file, line by line, and so is compiled.
  @Test func allExamplesAreHere() throws {
    func lines(_ text: String) -> String {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }.joined(separator: "\n")
    }
    let root = Viewers.repository
    let here = lines(try String(contentsOfFile: #filePath, encoding: .utf8))
    var texts = [
      try String(
        contentsOf: root.appendingPathComponent("Documentation/ReadingTraces.md"), encoding: .utf8)
    ]
    for library in ["Analysis", "Export"] {
      let sources = root.appendingPathComponent("Sources/Trace/\(library)")
      for file in FileManager.default.enumerator(atPath: sources.path)?.allObjects ?? [] {
        guard let file = file as? String, file.hasSuffix(".swift") else { continue }
        let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
        let comments = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
          .filter { $0.hasPrefix("///") }.map { $0.dropFirst($0.hasPrefix("/// ") ? 4 : 3) }
        texts.append(comments.joined(separator: "\n"))
      }
    }
    var count = 0
    for text in texts {
      for part in text.components(separatedBy: "```swift\n").dropFirst() {
        let example = part.components(separatedBy: "```")[0]
        count += 1
        // A class is followed by its use.
        for piece in example.components(separatedBy: "\n\nlet ").enumerated() {
          let code = lines(piece.offset == 0 ? piece.element : "let " + piece.element)
          #expect(here.contains(code), "not compiled: \(code)")
        }
      }
    }
    #expect(count >= 9)
  }
}

/// How long actions take in each store's feature, without the time of nested wrappers.
final class FeatureTimes: TraceSink {
  private let names: NameTable
  private(set) var times: [String: Int64] = [:]

  init(_ reader: TraceReader) { names = reader.names }

  func end(_ span: Span) {
    guard span.kind == .action, let time = span.selfTime else { return }
    times[names[span.feature].name, default: 0] += time
  }
}

final class LongestEffect: TraceSink {
  private(set) var longest: Span?

  func end(_ span: Span) {
    guard span.kind == .effect, let duration = span.duration else { return }
    if duration > longest?.duration ?? -1 { longest = span }
  }
}
