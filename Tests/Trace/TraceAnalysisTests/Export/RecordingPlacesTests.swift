import Foundation
import Testing

@testable import TraceAnalysis
@testable import TraceExport

@Suite struct RecordingPlacesTests {
  private func replaced(_ text: String, _ directory: String) -> String {
    RecordingPlaces([directory], title: "trace").replaced(in: text)
  }

  @Test func replaced_pathInTheDirectory_startsAtTheTitle() {
    #expect(replaced("/home/ada/trace/ust/ch_1", "/home/ada/trace") == "trace/ust/ch_1")
    #expect(replaced("/home/ada/trace/ust/ch_1", "/home/ada/trace/") == "trace/ust/ch_1")
    #expect(replaced("/home/ada/trace", "/home/ada/trace") == "trace")
    #expect(
      replaced("no “/home/ada/trace/a”, nor “/home/ada/trace/b”", "/home/ada/trace")
        == "no “trace/a”, nor “trace/b”")
    #expect(replaced("../ada/trace/ch_1", "../ada/trace") == "trace/ch_1")
  }

  @Test func replaced_absolutePathOfARelativeDirectory_startsAtTheTitle() {
    let directory = FileManager.default.currentDirectoryPath
    #expect(replaced(directory + "/a/ada/ch_1", "a/ada") == "trace/ch_1")
    #expect(replaced(directory + "/a/ada/ch_1", "./b/../a/ada/") == "trace/ch_1")
    #expect(replaced("a/ada", "a/ada/") == "trace")
    #expect(replaced(directory + "/ch_1", ".") == "trace/ch_1")
  }

  @Test(arguments: [ExportFormat.csv, .sqlite, .perfetto, .chrome, .otlp])
  func export_lossAndDamage_nameNoDirectoryAroundTheRecording(format: ExportFormat) throws {
    try withTemporaryDirectory { directory in
      let recording = directory.appendingPathComponent("recording")
      try TraceWriter(streams: [
        [
          TraceWriter.Packet(events: [.schema(1)]),
          TraceWriter.Packet(events: [.schema(900)], discarded: 2),
        ],
        [TraceWriter.Packet(events: [.schema(2)]), TraceWriter.Packet(events: [.schema(3)])],
      ]).write(to: recording)
      let stream = recording.appendingPathComponent("ch_1")
      try Data(contentsOf: stream).dropLast(20).write(to: stream)
      let file = directory.appendingPathComponent("export")
      let summary = try TraceExport.write(recording.path, as: format, to: file.path, paths: 0)
      #expect(summary.losses.count == 1)
      #expect(summary.damage.count == 1)
      let contents = try Data(contentsOf: file)
      #expect(contents.range(of: Data("ch_0".utf8)) != nil)
      #expect(contents.range(of: Data(directory.lastPathComponent.utf8)) == nil)
    }
  }

  @Test func replaced_otherText_stays() {
    #expect(replaced("/home/ada/trace-2/ch_1", "/home/ada/trace") == "/home/ada/trace-2/ch_1")
    #expect(replaced("./ch_1: it ends at byte 3.", ".") == "./ch_1: it ends at byte 3.")
    #expect(replaced("../ch_1", "..") == "../ch_1")
    #expect(replaced("a/b", "/") == "a/b")
  }
}
