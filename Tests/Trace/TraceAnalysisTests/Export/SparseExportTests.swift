import Testing

@testable import TraceAnalysis
@testable import TraceExport

/// Recordings of which little is left.
@Suite struct SparseExportTests {
  @Test(arguments: ExportFormat.allCases)
  func write_noEventsButLosses_succeeds(format: ExportFormat) throws {
    let packets = [
      TraceWriter.Packet(events: []), TraceWriter.Packet(events: [], discarded: 3),
    ]
    _ = try exportedData(TraceWriter(streams: [packets]), as: format)
  }

  @Test(arguments: ExportFormat.allCases)
  func write_eventsOfOthersAndLosses_succeeds(format: ExportFormat) throws {
    let packets = [
      TraceWriter.Packet(events: [.foreign(10)]),
      TraceWriter.Packet(events: [.foreign(50)], discarded: 3),
    ]
    _ = try exportedData(TraceWriter(streams: [packets]), as: format)
  }

  /// Ends without begins, begins without ends, and an end before its begin.
  @Test(arguments: ExportFormat.allCases)
  func write_contradictingEvents_succeeds(format: ExportFormat) throws {
    let packets = [
      TraceWriter.Packet(events: [
        .actionEnd(10, 7), .effectEnd(11, 8), .observeEnd(12, 1, line: 3),
        .storeReleased(13, 1), .actionBegin(20, 1, "", ""), .effectBegin(21, 2, "", "", action: 1),
        .actionBegin(22, 1, "\u{1}", "\u{85}\n"),
      ]),
      TraceWriter.Packet(events: [.actionEnd(60, 1)], discarded: 1),
    ]
    _ = try exportedData(TraceWriter(streams: [packets]), as: format)
  }
}
