import Foundation
import TestSupport
import Testing

@testable import TraceAnalysis

/// Traces with more streams than files that may be open. IntegrationTests/tests_export has 3,000 of
/// them, and limits of the system.
@Suite struct StreamLimitTests {
  private let writer = TraceWriter(
    streams: (0..<7).map { stream in
      [TraceWriter.Packet(events: [.actionBegin(Int64(stream), UInt64(stream + 1), "", "tapped")])]
    })

  private func read(_ directory: URL, atOnce limit: Int) throws -> UInt64 {
    let channel = BatchChannel(batches: 64)
    let output = BatchWriter(channel)
    let decoder = EventDecoder(output)
    let sources = TraceSources(try TraceDirectories(below: [directory.path]).traces)
    try Babeltrace().read(
      sources, into: StreamMerger(decoder: decoder, output: output), streamLimit: limit)
    output.end()
    return decoder.summary.eventCount
  }

  @Test func read_streamsWithinTheLimit_areRead() throws {
    try withTemporaryDirectory { directory in
      try writer.write(to: directory)
      #expect(try read(directory, atOnce: 7) == 7)
    }
  }

  @Test func read_streamsBeyondTheLimit_areAnErrorThatNamesIt() throws {
    try withTemporaryDirectory { directory in
      try writer.write(to: directory)
      #expect {
        try read(directory, atOnce: 6)
      } throws: { error in
        "\(error)".contains(
          "it has 7, and 6 more can be opened. Raise the limit with `ulimit -n 4096`")
      }
    }
  }

  /// In a process of its own, as the limits are of the whole process.
  @Test(arguments: [(soft: 64, hard: 512, isRead: true), (soft: 20, hard: 20, isRead: false)])
  func read_lowSoftLimit_isRaised(soft: Int, hard: Int, isRead: Bool) throws {
    try withTemporaryDirectory { directory in
      let many = TraceWriter(streams: Array(repeating: writer.streams[0], count: 100))
      try many.write(to: directory)
      let result = try Command.run([
        "sh", "-c", "ulimit -S -n \(soft); ulimit -H -n \(hard); exec \"$0\" events --json \"$1\"",
        builtExecutable("signpost"), directory.path,
      ])
      #expect((result.status == 0) == isRead, "\(result.errors)")
      #expect(result.errors.contains("more streams than this process may open") == !isRead)
    }
  }
}
