import Foundation
import Testing
import TraceSchema

@testable import TraceAnalysis

@Suite struct TraceReaderTests {
  @Test func everyEventOfTheSchemaIsDecoded() throws {
    let (events, summary) = try read(
      .simple([
        .schema(1),
        .storeCreated(2, 10, parent: 9),
        .actionBegin(3, 1, "counter", "increment", cause: 4, parent: 5, store: 6),
        .actionEnd(4, 1, changed: 1, effect: 3),
        .effectBegin(5, 2, "counter", "increment", action: 1),
        .effectOutput(6, 2, "response.success"),
        .effectEnd(7, 2, outcome: 1, outputs: 1),
        .storeReleased(8, 10, parent: 9),
        .intervalBegin(9, 3, "fetch", id: 7, message: "from home"),
        .intervalEnd(10, 3, "fetch", id: 7, outcome: 3, message: "dropped"),
        .event(11, "response", id: 7, message: "404"),
        .log(12, 4, "app", "not found", metadata: "code=404"),
        .effectOutput(13, 2, "late"),
        .scope(14, 10, child: 11, cached: true),
        .observeBegin(15, 10, line: 8, after: 1, "counter", "tick", changed: "Counter.count"),
        .observeEnd(16, 10, line: 8),
        .send(17, 12, store: 10, depth: 2, reentrant: true, cause: 2),
        .stateDiff(18, 12, "count"),
      ]))
    #expect(
      events == [
        "1 p0 schema 4 0.1.0",
        "2 p0 store 10 in 9 Counter Demo/main.swift:7",
        "3 p0 action 1 by 4 in 5 of 6 counter|increment",
        "4 p0 end 1 changed no merge",
        "5 p0 effect 2 of 1 counter|increment",
        "6 p0 output 2 response.success",
        "7 p0 effect end 2 cancelled 1",
        "8 p0 store 10 in 9 Counter Demo/main.swift:7",
        "9 p0 interval 3 of 7 app|network fetch (from home)",
        "10 p0 interval end 3 of 7 app|network fetch abandoned (dropped)",
        "11 p0 event of 7 app|network response (404)",
        "12 p0 log warning app Demo/main.swift:7 (not found) (code=404)",
        "13 p0 output 2 late",
        "14 p0 scope 11 of 10 found",
        "15 p0 observer Demo/main.swift:8 of 10 after 1 counter|tick changed Counter.count and 0",
        "16 p0 observer end Demo/main.swift:8 of 10",
        "17 p0 send 12 by 2 to 10 at 2 inside tick",
        "18 p0 difference of 12 (count)",
      ])
    #expect(summary.timeRange == TraceWriter.origin + 1...TraceWriter.origin + 18)
    #expect(summary.eventCount == 18)
    #expect(summary.composableEventCount == 18)
    #expect(summary.schemaVersions == [4])
    #expect(summary.processes == [TraceProcess(vpid: 4242, name: "demo")])
    #expect(summary.losses == [])
    #expect(summary.damage == [])
  }

  @Test func textsAreThereForTheirEventOnly() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple([
        .log(1, 2, "app", "hello", metadata: "a=1"), .effectOutput(2, 1, "tick"),
        .event(3, "response", message: "404"), .actionPayload(4, 1, "typed(\"x\")"),
        .budgetExceeded(5, 1, "typed", prefix: "p", budget: 10, taken: 11),
        .scope(6, 1, child: 2, cached: true),
      ]).write(to: directory)
      let reader = TraceReader(directory: directory.path)
      var texts: [[String]] = []
      _ = try reader.forEachEvent { _ in
        texts.append([reader.texts.message, reader.texts.metadata])
      }
      #expect(
        texts == [
          ["hello", "a=1"], ["", ""], ["404", ""], ["typed(\"x\")", ""], ["", ""], ["", ""],
        ])
      #expect(reader.texts.message == "")
    }
  }

  /// The trace is decoded ahead by another thread, in batches.
  @Test func readingCanBeEndedAndDoneAgain() throws {
    struct Enough: Error {}
    try withTemporaryDirectory { directory in
      let count = 20_000
      let events = (1...count).map {
        WrittenEvent.event(Int64($0), "name\($0 % 50)", message: "\($0)")
      }
      try TraceWriter(
        streams: [
          stride(from: 0, to: count, by: 200).map {
            TraceWriter.Packet(events: Array(events[$0..<$0 + 200]))
          }
        ]
      ).write(to: directory)
      let reader = TraceReader(directory: directory.path)
      for end in [1, 1024, 1025, 7000, count] {
        var read = 0
        #expect(throws: Enough.self) {
          _ = try reader.forEachEvent { _ in
            read += 1
            if read == end { throw Enough() }
          }
        }
        #expect(read == end)
      }
      for _ in 1...2 {
        var read = 0
        let summary = try reader.forEachEvent { event in
          read += 1
          guard case .event(let content) = event.payload else {
            Issue.record("\(event)")
            return
          }
          let isRight =
            reader.names[content.name].name == "name\(read % 50)"
            && reader.texts.message == "\(read)" && event.process == 0
            && reader.participants.processes.count == 1
          if !isRight { Issue.record("event \(read) is not as it was written") }
        }
        #expect(read == count)
        #expect(summary.eventCount == UInt64(count))
        #expect(reader.names.count == 2 + 50 + 1)
        #expect(reader.participants.start == TraceWriter.origin + 1)
      }
    }
  }

  @Test func streamsAreMergedInTheOrderOfTime() throws {
    var generator = SystemRandomNumberGenerator()
    let times = Array(1...3000).shuffled(using: &generator)
    var streams: [[Int]] = Array(repeating: [], count: 7)
    for time in times { streams[Int.random(in: 0..<7, using: &generator)].append(time) }
    let writer = TraceWriter(
      streams: streams.map { times in
        let sorted = times.sorted()
        return stride(from: 0, to: sorted.count, by: 50).map { start in
          TraceWriter.Packet(
            events: sorted[start..<min(start + 50, sorted.count)].map {
              .effectOutput(Int64($0), UInt64($0), "tick")
            })
        }
      })
    let (events, _) = try read(writer)
    #expect(events == (1...3000).map { ReadEvent(stringLiteral: "\($0) p0 output \($0) tick") })
  }

  @Test func whatIsAnnouncedIsToldFromWhatBegins() throws {
    let (events, _) = try read(
      .simple([
        .storeCreated(1, 10, announced: 500), .storeCreated(2, 11, announced: -1),
        .effectBegin(3, 2, "p", "x", action: 5, announced: 700),
        .effectBegin(4, 3, "", "x", action: 0, announced: -1), .effectEnd(5, 2),
      ]))
    #expect(
      events == [
        "1 p0 store 10 in 0 Counter Demo/main.swift:7 announced at 500",
        "2 p0 store 11 in 0 Counter Demo/main.swift:7 announced at ?",
        "3 p0 effect 2 of 5 p|x announced at 700",
        "4 p0 effect 3 of 0 x announced at ?",
        "5 p0 effect end 2 finished 0",
      ])
  }

  /// A trace of each version, with the events and fields of that version.
  /// Damaged numbers, of periods longer than the time that the clock shows.
  @Test(arguments: [UInt64.max, 1 << 63, 1 << 62, UInt64(TraceWriter.origin) + 100])
  func read_periodBeforeTheClock_isUnknown(nanoseconds: UInt64) throws {
    var events: [WrittenEvent] = [
      .send(1, 7, store: 1), .storeCreated(2, 10, announced: 5),
      .effectBegin(3, 1, "p", "x", action: 5, announced: 5),
    ]
    events[0].values[6] = .integer(nanoseconds)
    events[1].values[6] = .integer(nanoseconds)
    events[2].values[5] = .integer(nanoseconds)
    let (read, _) = try read(.simple(events))
    #expect(
      read == [
        "1 p0 send 7 by 0 to 1 at 0 outside tick",
        "2 p0 store 10 in 0 Counter Demo/main.swift:7 announced at ?",
        "3 p0 effect 1 of 5 p|x announced at ?",
      ])
  }

  @Test(arguments: 1...Int(TraceSchema.version))
  func read_traceOfEveryVersion_hasItsEvents(version: Int) throws {
    let events: [(since: Int, event: WrittenEvent, text: String)] = [
      (1, .schema(1, version: UInt64(version), program: "demo"), "schema \(version) 0.1.0"),
      (1, .storeCreated(2, 10), "store 10 in 0 Counter Demo/main.swift:7"),
      (1, .actionBegin(3, 1, "p", "tap", store: 10), "action 1 by 0 in 0 of 10 p|tap"),
      (1, .actionEnd(4, 1, changed: 2, effect: 1), "end 1 changed yes run"),
      (1, .effectBegin(5, 2, "p", "tap", action: 1), "effect 2 of 1 p|tap"),
      (1, .effectEnd(6, 2, outcome: 2, outputs: 7), "effect end 2 failed 7"),
      (2, .log(7, 4, "app", "lost"), "log warning app Demo/main.swift:7 (lost) ()"),
      (
        2, .observeBegin(8, 10, line: 8, after: 1, "p", "tap", changed: "Counter.count", others: 2),
        "observer Demo/main.swift:8 of 10"
          + (version < 8 ? "" : " after 1 p|tap changed Counter.count and 2")
      ),
      (2, .observeEnd(9, 10, line: 8), "observer end Demo/main.swift:8 of 10"),
      (3, .stateDiff(10, 1, "count"), "difference of 1 (count)"),
      (
        3, .send(11, 3, store: 10, name: "tap", waited: 7),
        "send 3 by 0 to 10 at 0 outside tap" + (version < 9 ? "" : " after 7")
      ),
    ]
    let written = events.filter { $0.since <= version }
    let definitions = EventDefinition.schema(version)
    var writer = TraceWriter.simple(
      written.map { entry in
        // The values of later fields, which are the last of their events, are left out.
        var event = entry.event
        let count = definitions.first { $0.name == event.name }?.fields.count ?? 0
        event.values = Array(event.values.prefix(count))
        while event.values.count < count { event.values.append(0) }
        return event
      })
    writer.definitions = definitions
    let (read, summary) = try read(writer)
    #expect(read.map(\.description) == written.map { "\($0.event.time) p0 \($0.text)" })
    #expect(summary.schemaVersions == [UInt64(version)])
    #expect(summary.malformedEventCount == 0)
    #expect(summary.unknownEventCount == 0)
  }

  @Test func read_effectWithoutAnAction_isAnnouncedInEarlierVersions() throws {
    var writer = TraceWriter.simple([
      .schema(1, version: 3), .storeCreated(2, 10), .effectBegin(3, 2, "p", "x", action: 5),
      .effectBegin(4, 3, "", "x", action: 0), .effectEnd(5, 2, outcome: 2, outputs: 7),
    ])
    writer.definitions = EventDefinition.schema(3)
    let (events, summary) = try read(writer)
    #expect(
      events == [
        "1 p0 schema 3 0.1.0", "2 p0 store 10 in 0 Counter Demo/main.swift:7",
        "3 p0 effect 2 of 5 p|x", "4 p0 effect 3 of 0 x announced at ?",
        "5 p0 effect end 2 failed 7",
      ])
    #expect(summary.malformedEventCount == 0)
  }

  @Test func eachEventNamesItsThreadAndItsProcessor() throws {
    let writer = TraceWriter(streams: [
      [
        TraceWriter.Packet(events: [
          .effectOutput(1, 1, "a").in(process: 7, named: "main"),
          .effectOutput(3, 1, "b").in(process: 7, thread: 8, named: "worker"),
        ])
      ],
      [
        TraceWriter.Packet(events: [
          .effectOutput(2, 1, "c").in(process: 9, thread: 8, named: "other"),
          .effectOutput(4, 1, "d").in(process: 7, thread: 8, named: "worker"),
          .effectOutput(5, 1, "e").in(process: 7, named: "main"),
        ])
      ],
    ])
    var places: [[Int32?]] = []
    let summary = try withTemporaryDirectory { directory in
      try writer.write(to: directory)
      return try TraceReader(directory: directory.path).forEachEvent { event in
        places.append([event.process, event.thread, event.processor])
      }
    }
    #expect(places == [[0, 0, 0], [1, 1, 1], [0, 2, 0], [0, 2, 1], [0, 0, 1]])
    #expect(
      summary.threads == [
        TraceThread(process: 0, vtid: 7, name: "main"),
        TraceThread(process: 1, vtid: 8, name: "other"),
        TraceThread(process: 0, vtid: 8, name: "worker"),
      ])
  }

  @Test func withoutTheContextTheThreadIsUnknown() throws {
    try withTemporaryDirectory { directory in
      var writer = TraceWriter.simple([.effectOutput(1, 1, "x")])
      writer.hasContexts = false
      writer.environment = [("vpid", "11"), ("procname", "\"demo\"")]
      try writer.write(to: directory)
      let summary = try TraceReader(directory: directory.path).forEachEvent { event in
        #expect(event.thread == nil)
        #expect(event.processor == 0)
      }
      #expect(summary.threads == [])
    }
  }

  @Test func theProcessIsTakenFromTheContext() throws {
    let (events, summary) = try read(
      .simple([
        .effectOutput(1, 1, "a").in(process: 7, thread: 8, named: "worker"),
        .effectOutput(2, 1, "b").in(process: 9, named: "second"),
        .effectOutput(3, 1, "c").in(process: 7, named: "first"),
      ]))
    #expect(events == ["1 p0 output 1 a", "2 p1 output 1 b", "3 p0 output 1 c"])
    // The name of the main thread, which comes later than the name of another one.
    #expect(
      summary.processes == [
        TraceProcess(vpid: 7, name: "first"), TraceProcess(vpid: 9, name: "second"),
      ])
  }

  @Test func theProcessIsTakenFromTheEnvironmentOfItsTrace() throws {
    try withTemporaryDirectory { directory in
      for vpid in [11, 12] {
        var writer = TraceWriter.simple([.effectOutput(Int64(vpid), 1, "x")])
        writer.hasContexts = false
        writer.environment = [("vpid", "\(vpid)"), ("procname", "\"demo\"")]
        try writer.write(to: directory.appendingPathComponent("ust/pid/demo-\(vpid)"))
      }
      let (events, summary) = try read(directory)
      #expect(events == ["11 p0 output 1 x", "12 p1 output 1 x"])
      #expect(
        summary.processes == [
          TraceProcess(vpid: 11, name: "demo"), TraceProcess(vpid: 12, name: "demo"),
        ])
    }
  }

  @Test func withoutContextsTheProcessIsUnknown() throws {
    var writer = TraceWriter.simple([.effectOutput(1, 1, "x")])
    writer.hasContexts = false
    let (_, summary) = try read(writer)
    #expect(summary.processes == [TraceProcess(vpid: nil, name: "")])
  }

  @Test func thePartsOfARotatedTraceShareTheirProcesses() throws {
    try withTemporaryDirectory { directory in
      var first = TraceWriter.simple([.actionBegin(1, 1, "", "slow")])
      first.uuid = Array(0..<16)
      var second = TraceWriter.simple([.actionEnd(501, 1)])
      second.uuid = Array(0..<16)
      try first.write(to: directory.appendingPathComponent("archives/1/ust/uid/0/64-bit"))
      try second.write(to: directory.appendingPathComponent("archives/2/ust/uid/0/64-bit"))
      let report = try Report(directory: directory.path)
      #expect(report.processes.count == 1)
      #expect(report.actions.map(\.duration?.totalNs) == [500])
    }
  }

  @Test func otherProvidersAreCountedOnly() throws {
    let (events, summary) = try read(.simple([.foreign(1), .schema(2), .foreign(3)]))
    #expect(events == ["2 p0 schema 4 0.1.0"])
    #expect(summary.eventCount == 3)
    #expect(summary.composableEventCount == 1)
    #expect(summary.timeRange == TraceWriter.origin + 1...TraceWriter.origin + 3)
  }

  @Test func aNewerSchemaIsReadAsFarAsItIsKnown() throws {
    var writer = TraceWriter.simple([
      .schema(1, version: 99, library: "9.0"),
      WrittenEvent(time: 2, name: "composable:of_a_later_version", values: [1]),
      .actionEnd(3, 1, changed: 77, effect: 99),
      .effectEnd(4, 2, outcome: 42),
      .intervalEnd(5, 3, "fetch", outcome: 42),
      .log(6, 42, "app"),
    ])
    writer.definitions.append(
      EventDefinition("composable:of_a_later_version", [("store", .unsigned(bits: 64))]))
    let (events, summary) = try read(writer)
    #expect(
      events == [
        "1 p0 schema 99 9.0", "3 p0 end 1 changed unknown unknown",
        "4 p0 effect end 2 unknown 0",
        "5 p0 interval end 3 of 0 app|network fetch unknown ()",
        "6 p0 log unknown app Demo/main.swift:7 () ()",
      ])
    #expect(summary.schemaVersions == [99])
    #expect(summary.unknownEventCount == 1)
  }

  @Test func fieldsOfOtherTypesCountAsMissing() throws {
    let definitions = [
      EventDefinition("composable:action_begin", [("action", .string), ("name", .string)]),
      EventDefinition("composable:action_end", [("state_changed", .unsigned(bits: 8))]),
      EventDefinition(
        "composable:effect_begin",
        [("name", .unsigned(bits: 16)), ("effect", .signed(bits: 16)), ("action", .string)]),
      EventDefinition("composable:effect_output", []),
    ]
    let writer = TraceWriter(
      definitions: definitions,
      streams: [
        [
          TraceWriter.Packet(events: [
            WrittenEvent(time: 1, name: "composable:action_begin", values: ["1", "x"]),
            WrittenEvent(time: 2, name: "composable:action_end", values: [1]),
            WrittenEvent(time: 3, name: "composable:effect_begin", values: [5, 6, "y"]),
            WrittenEvent(time: 4, name: "composable:effect_output", values: []),
          ])
        ]
      ])
    let (events, summary) = try read(writer)
    #expect(events == ["3 p0 effect 6 of 0  announced at ?"])
    #expect(summary.composableEventCount == 4)
    #expect(summary.malformedEventCount == 3)
  }

  @Test func anErrorOfTheCallerEndsTheReading() throws {
    struct Enough: Error {}
    try withTemporaryDirectory { directory in
      try TraceWriter.simple((1...100).map { .schema($0) }).write(to: directory)
      var count = 0
      #expect(throws: Enough.self) {
        _ = try TraceReader(directory: directory.path).forEachEvent { _ in
          count += 1
          if count == 3 { throw Enough() }
        }
      }
      #expect(count == 3)
    }
  }

  @Test func lossesAreCountedPerStream() throws {
    let writer = TraceWriter(streams: [
      [
        TraceWriter.Packet(events: [.schema(1)]),
        TraceWriter.Packet(events: [.schema(10)], discarded: 5),
        TraceWriter.Packet(events: [.schema(20)], discarded: 5),
        TraceWriter.Packet(events: [.schema(30)], discarded: 12),
      ],
      [
        TraceWriter.Packet(events: [.schema(2)]),
        TraceWriter.Packet(events: [.schema(22)], sequenceNumber: 4),
      ],
      [TraceWriter.Packet(events: [.schema(3)])],
    ])
    try withTemporaryDirectory { directory in
      try writer.write(to: directory)
      let (events, summary) = try read(directory)
      #expect(events.count == 7)
      #expect(
        summary.losses == [
          StreamLoss(stream: directory.path + "/ch_0", events: 12),
          StreamLoss(stream: directory.path + "/ch_1", packets: 3),
        ])
    }
  }

  // LTTng does that when many threads fill its buffers.
  @Test(arguments: [[5, 0, 12], [5, 0, 0, 12], [5, 12, 0]])
  func aPacketThatSaysNothingWasLostTakesNoLossBack(discarded: [UInt64]) throws {
    let (_, summary) = try read(
      TraceWriter(streams: [
        [TraceWriter.Packet(events: [.schema(1)])]
          + discarded.enumerated().map { index, discarded in
            TraceWriter.Packet(events: [.schema(Int64(10 * (index + 1)))], discarded: discarded)
          }
      ]))
    #expect(summary.losses.map(\.events) == [12])
  }

  // The first packet's counter may count from before the trace, so the number is anyone's guess.
  @Test func lossesInTheFirstPacketHaveNoCount() throws {
    let (_, summary) = try read(
      TraceWriter(streams: [[TraceWriter.Packet(events: [.schema(1)], discarded: 5)]]))
    #expect(summary.losses.map(\.events) == [0])
    #expect(summary.losses.map(\.uncountedEvents) == [1])
  }

  @Test func memoryDoesNotGrowWithTheTrace() throws {
    try withTemporaryDirectory { directory in
      let writer = TraceWriter(
        streams: (0..<2).map { stream in
          (0..<250).map { packet in
            TraceWriter.Packet(
              events: (0..<500).flatMap { index -> [WrittenEvent] in
                let number = UInt64(stream) << 32 | UInt64(packet * 500 + index)
                let time = Int64(packet * 500 + index) * 1000
                return [
                  .actionBegin(time, number, "memory", "tick\(index % 50)"),
                  .actionEnd(time + 400, number),
                ]
              })
          }
        })
      try writer.write(to: directory)
      _ = try Report(directory: directory.path)
      // Other tests run in this process at the same time: one undisturbed reading suffices.
      var growth = Int.max
      for _ in 0..<8 where growth >= 24_000 {
        let before = try residentKilobytes()
        let report = try Report(directory: directory.path)
        growth = min(growth, try residentKilobytes() - before)
        #expect(report.events.total == 500_000)
        #expect(report.actions.count == 50)
      }
      // The trace has 45 MB.
      #expect(growth < 24_000)
    }
  }

  private func residentKilobytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(Int(line.filter(\.isNumber)))
  }

  @Test func processesAreThoseOfTheirMachine() throws {
    try withTemporaryDirectory { directory in
      for host in ["alpha", "beta"] {
        var writer = TraceWriter.simple([.schema(1), .actionBegin(2, 7, "app", "tap")])
        writer.environment = [("hostname", "\"\(host)\"")]
        try writer.write(to: directory.appendingPathComponent(host))
      }
      let (_, summary) = try read(directory)
      #expect(
        Set(summary.processes.map { "\($0.name) \($0.vpid ?? 0) \($0.host)" })
          == ["demo 4242 alpha", "demo 4242 beta"])
    }
  }

  /// A gap is one of the process of all the events around it.
  @Test(arguments: ["contexts", "environment", "nothing"])
  func aGapIsOfTheProcessThatTheTraceNames(source: String) throws {
    try withTemporaryDirectory { directory in
      var writer = TraceWriter(streams: [
        [
          TraceWriter.Packet(events: [.schema(1)], discarded: 1),
          TraceWriter.Packet(events: [.schema(900)], discarded: 3),
        ]
      ])
      writer.hasContexts = source == "contexts"
      if source == "environment" { writer.environment = [("vpid", "4242")] }
      try writer.write(to: directory)
      final class Processes: TraceSink {
        var events: Set<ProcessIndex> = []
        var gaps: Set<ProcessIndex?> = []
        func point(_ point: TracePoint) { events.insert(point.event.process) }
        func gap(_ gap: TraceGap) { gaps.insert(gap.process) }
      }
      let found = Processes()
      try TraceReader(directory: directory.path).read(into: [found])
      #expect(found.events == [0])
      // Where each event names its process, those that are lost may have been of others.
      #expect(found.gaps == (source == "contexts" ? [nil] : [0]))
    }
  }
}
