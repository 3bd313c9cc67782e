import Foundation
import Testing

@testable import TraceAnalysis

/// A trace with more streams than may be open is read in parts. IntegrationTests/tests_export has
/// 3,000 of them, and a limit that the system sets.
@Suite struct SpooledStreamsTests {
  /// Seven streams whose events alternate, with texts, losses and processes.
  private let writer: TraceWriter = {
    var streams: [[TraceWriter.Packet]] = []
    for stream in 0..<7 {
      var packets: [TraceWriter.Packet] = []
      for packet in 0..<3 {
        let events = (0..<20).map { event(packet * 20 + $0, stream: stream) }
        packets.append(
          TraceWriter.Packet(events: events, discarded: UInt64(packet * stream)))
      }
      streams.append(packets)
    }
    return TraceWriter(streams: streams)
  }()

  private static func event(_ number: Int, stream: Int) -> WrittenEvent {
    let time = Int64(number * 7 + (stream * 3) % 7)
    let event: WrittenEvent
    if number.isMultiple(of: 3) {
      event = .log(time, 4, "label \(stream)", "message \(time)", metadata: "stream=\(stream)")
    } else {
      event = .actionBegin(time, UInt64(time + 1), "app", "name \(number)")
    }
    return event.in(
      process: Int32(100 + stream), thread: Int32(200 + number % 2), named: "p\(stream)")
  }

  /// Everything in a trace, as text, with no more than so many streams at a time.
  private func read(_ directory: URL, atOnce limit: Int) throws -> (all: [String], TraceSummary) {
    try read([directory.path], atOnce: limit)
  }

  private func read(
    _ paths: [String], atOnce limit: Int
  ) throws -> (all: [String], TraceSummary) {
    let reader = TraceReader(directories: paths)
    let channel = BatchChannel(batches: 64)
    let output = BatchWriter(channel)
    let decoder = EventDecoder(output)
    let sources = TraceSources(try TraceDirectories(below: paths).traces)
    try Babeltrace().read(
      sources, into: StreamMerger(decoder: decoder, output: output), streamLimit: limit)
    output.end()
    var all: [String] = []
    while let batch = channel.next() {
      reader.names.append(contentsOf: batch.names)
      reader.participants.add(batch)
      func process(_ index: ProcessIndex) -> String {
        "\(reader.participants.processes[Int(index)].name) "
      }
      try batch.forEach(
        texts: reader.texts,
        event: { event in
          // Processes are numbered as they are met.
          var numbered = event
          numbered.process = 0
          all.append(process(event.process) + ReadEvent(numbered, reader).description)
        }, gap: { all.append("\($0.start) \($0.end) \($0.count ?? 0) \($0.stream)") })
    }
    #expect(reader.participants.start == TraceWriter.origin)
    return (all, decoder.summary)
  }

  @Test func partsGiveTheSameAsTheWhole() throws {
    try withTemporaryDirectory { directory in
      try writer.write(to: directory)
      let (whole, summary) = try read(directory, atOnce: .max)
      let (parts, summaryOfParts) = try read(directory, atOnce: 6)
      #expect(whole.count == 7 * 60 + 6 * 2)
      // Gaps come when they are known, and events of one time in any order.
      #expect(parts.sorted() == whole.sorted())
      let times = parts.compactMap { line in
        line.hasPrefix("p") ? Int64(line.split(separator: " ")[1]) : nil
      }
      #expect(times.count == 7 * 60)
      #expect(times == times.sorted())
      #expect(summaryOfParts.eventCount == summary.eventCount)
      #expect(summaryOfParts.timeRange == summary.timeRange)
    }
  }

  /// The end of a packet and the begin of the next one, in another directory, have the same time.
  @Test func parts_packetsOfOneTimeInSeveralDirectories_keepTheirOrder() throws {
    try withTemporaryDirectory { directory in
      let packets = (0..<8).map { number in
        TraceWriter.Packet(
          events: [0, 0, 1].map { .event(Int64(number + $0), "packet \(number)") },
          sequenceNumber: UInt64(number))
      }
      let whole = TraceWriter(streams: [packets])
      try whole.write(to: directory.appendingPathComponent("whole"))
      let expected = try read(directory.appendingPathComponent("whole"), atOnce: .max).all
      let paths = packets.indices.reversed().map { "\(directory.path)/part-\($0)" }
      for (number, path) in paths.reversed().enumerated() {
        var part = whole
        part.streams = [Array(packets[number...].prefix(2))]
        try part.write(to: URL(filePath: path))
      }
      #expect(try read(paths, atOnce: .max).all == expected)
      #expect(try read(paths, atOnce: 6).all == expected)
    }
  }

  @Test func aLimitThatIsTooLowIsAnError() throws {
    try withTemporaryDirectory { directory in
      try writer.write(to: directory)
      #expect {
        try read(directory, atOnce: 3)
      } throws: { error in
        "\(error)".contains(
          "it has 7, and 3 more can be opened. Raise the limit with `ulimit -n 4096`")
      }
    }
  }
}
