import Foundation
import Testing

@testable import TraceAnalysis

@Suite struct ClockTableTests {
  private static let hour: Int64 = 3_600_000_000_000

  /// The time of an event in each of two traces of one clock, whose offsets differ by an hour, in
  /// nanoseconds since the origin.
  private func times(sessions: [String]) throws -> [Int64] {
    try withTemporaryDirectory { directory in
      for (number, session) in sessions.enumerated() {
        var writer = TraceWriter.simple([.event(Int64(number), "tick")])
        writer.environment = [
          ("hostname", "\"alpha\""), ("trace_name", "\"\(session)\""),
          ("trace_creation_datetime", "\"20261122T101500+0000\""),
        ]
        writer.clockOffset += Int64(number) * Self.hour
        try writer.write(to: directory.appendingPathComponent("\(number)"))
      }
      let reader = TraceReader(directories: sessions.indices.map { "\(directory.path)/\($0)" })
      var times: [Int64] = []
      _ = try reader.forEachEvent { times.append($0.timestamp - TraceWriter.origin) }
      return times
    }
  }

  /// The machine was suspended between both, or its time of day was set.
  @Test func correction_twoSessions_isZero() throws {
    #expect(try times(sessions: ["morning", "evening"]) == [0, Self.hour + 1])
  }

  /// Two processes of a session, or two of its chunks.
  @Test func correction_tracesOfOneSession_alignsThem() throws {
    #expect(try times(sessions: ["morning", "morning"]) == [0, 1])
  }
}
