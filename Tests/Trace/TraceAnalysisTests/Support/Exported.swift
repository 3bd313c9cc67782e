import Foundation

@testable import TraceAnalysis
@testable import TraceExport

/// The export of a trace written for the test, as text.
func exported(_ writer: TraceWriter, as format: ExportFormat) throws -> String {
  String(decoding: try exportedData(writer, as: format), as: UTF8.self)
}

/// The export of a trace written for the test, without critical paths unless requested.
func exportedData(
  _ writer: TraceWriter, as format: ExportFormat, paths: Int = 0,
  filter: TraceFilter = TraceFilter()
) throws -> Data {
  try withTemporaryDirectory { directory in
    try writer.write(to: directory.appendingPathComponent("recording"))
    let file = directory.appendingPathComponent("export")
    try TraceExport.write(
      directory.appendingPathComponent("recording").path, as: format, to: file.path,
      filter: filter, paths: paths)
    return try Data(contentsOf: file)
  }
}
