import Foundation
import TestSupport
import Testing

@testable import TraceAnalysis

/// Lines, streams and exit statuses of `signpost events`, seen from outside.
@Suite struct EventsCommandTests {
  private let trace = TraceWriter.simple([
    .schema(0), .storeCreated(5, 1),
    .send(8, 7, store: 1, depth: 0),
    .actionBegin(10, 7, "counter", "increment"), .actionPayload(11, 7, "by: \"2\"\u{1b}[m"),
    .actionEnd(40, 7, changed: 2, effect: 1),
    .effectBegin(50, 8, "counter", "increment", action: 7), .effectOutput(60, 8, "done"),
    .effectEnd(2_000_000_050, 8, outcome: 1, outputs: 1),
    .log(2_000_000_060, 4, "app", "careful", metadata: "a=1"),
  ])

  @Test func eachEventIsALine() throws {
    try withTemporaryDirectory { directory in
      try trace.write(to: directory)
      let result = try SignpostExecutable.run("events", directory.path)
      #expect(result.status == 0)
      #expect(result.errors == "")
      let lines = result.output.split(separator: "\n").map { line in
        line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
      }
      #expect(
        lines == [
          "+0.000000000 4242/4242 schema version 4 library 0.1.0",
          "+0.000000005 4242/4242 store begin #1 Counter place Demo/main.swift:7",
          "+0.000000008 4242/4242 send tick action #7 store #1 behind 0",
          "+0.000000010 4242/4242 action begin #7 [counter] increment store #1",
          "+0.000000011 4242/4242 payload [counter] increment action #7 payload by: \"2\"\u{FFFD}[m",
          "+0.000000040 4242/4242 action end #7 [counter] increment took 30 ns changed yes effect run",
          "+0.000000050 4242/4242 effect begin #8 [counter] increment action #7 store #1",
          "+0.000000060 4242/4242 effect output done effect #8",
          """
          +2.000000050 4242/4242 effect end #8 [counter] increment took 2.00 s outcome cancelled \
          outputs 1
          """,
          """
          +2.000000060 4242/4242 log app level warning message careful metadata a=1 place \
          Demo/main.swift:7
          """,
        ])
    }
  }

  @Test func eachLineIsAnObject() throws {
    try withTemporaryDirectory { directory in
      try trace.write(to: directory)
      let result = try SignpostExecutable.run("events", directory.path, "--json")
      #expect(result.status == 0)
      let objects = try result.output.split(separator: "\n").map { line in
        try #require(
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
      }
      #expect(objects.count == 10)
      #expect(objects[3]["time_ns"] as? String == "\(TraceWriter.origin + 10)")
      #expect(objects[3]["since_ns"] as? Int == 10)
      #expect(objects[3]["kind"] as? String == "action begin")
      #expect(objects[3]["id"] as? String == "7")
      #expect(objects[3]["prefix"] as? String == "counter")
      #expect(objects[4]["payload"] as? String == "by: \"2\"\u{1b}[m")
      #expect(objects[5]["took_ns"] as? Int == 30)
    }
  }

  @Test func aFilterSelectsLines() throws {
    try withTemporaryDirectory { directory in
      try trace.write(to: directory)
      let result = try SignpostExecutable.run(
        "events", directory.path, "--name", "incr*", "--from", "45ns", "--to", "1s")
      let kinds = result.output.split(separator: "\n").map {
        $0.dropFirst(28).prefix(13).trimmingCharacters(in: .whitespaces)
      }
      #expect(kinds == ["effect begin", "effect end"])
    }
  }

  @Test func aTimeThatIsNoneIsRefused() throws {
    try withTemporaryDirectory { directory in
      try trace.write(to: directory)
      let result = try SignpostExecutable.run("events", directory.path, "--from", "soon")
      #expect(result.status == 64)
      #expect(result.errors.contains("'soon'"))
    }
  }

  @Test func outputThatCanNotBeWrittenHasAStatusOfItsOwn() throws {
    try withTemporaryDirectory { directory in
      try trace.write(to: directory)
      for command in ["events", "report"] {
        let result = try SignpostExecutable.shell(
          "\"$0\" \(command) \"$1\" > /dev/full", directory.path)
        #expect(result.status == 71, "\(command)")
        #expect(result.errors.contains("could not be written"), "\(command)")
      }
    }
  }

  @Test func aTraceOfOthersHasAStatusOfItsOwn() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple([.foreign(1), .foreign(2)]).write(to: directory)
      let result = try SignpostExecutable.run("events", directory.path)
      #expect(result.status == 68)
      #expect(result.errors.contains("has 2 events, but none of the provider composable"))
    }
  }
}
