import Foundation

@testable import TraceAnalysis

/// Runs a test with a directory of its own, and removes that afterwards.
func withTemporaryDirectory<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("signpost-tests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  return try body(directory)
}

/// Reads a trace written for the test.
func read(_ writer: TraceWriter) throws -> (events: [ReadEvent], summary: TraceSummary) {
  try withTemporaryDirectory { directory in
    try writer.write(to: directory)
    return try read(directory)
  }
}

func read(_ directory: URL) throws -> (events: [ReadEvent], summary: TraceSummary) {
  let reader = TraceReader(directory: directory.path)
  var events: [ReadEvent] = []
  let summary = try reader.forEachEvent { events.append(ReadEvent($0, reader)) }
  return (events, summary)
}

/// A report on a trace written for the test.
func report(
  _ writer: TraceWriter, _ change: (inout ReportOptions) -> Void = { _ in }
) throws -> Report {
  var options = ReportOptions()
  change(&options)
  return try withTemporaryDirectory { directory in
    try writer.write(to: directory)
    var report = try Report(directory: directory.path, options: options)
    report.directory = "recording"
    return report
  }
}
