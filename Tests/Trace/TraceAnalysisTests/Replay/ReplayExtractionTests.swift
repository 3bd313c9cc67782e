import Foundation
import ReplayFile
import TestSupport
import Testing

@testable import TraceAnalysis

/// `signpost extract`, of traces whose every event is known.
@Suite struct ReplayExtractionTests {
  /// Three actions, the second of which an effect of the first sends, seen by two wrappers.
  private static let events: [WrittenEvent] = [
    .schema(0, version: 6),
    .storeCreated(1, 1),
    .actionBegin(10, 7, "app", "load"),
    .actionData(11, 7, #"{"load":{}}"#),
    .stateData(12, 7, #"{"count":0}"#),
    .actionBegin(13, 8, "inner", "load", parent: 7),
    .actionData(14, 8, #"{"inner":{}}"#),
    .actionEnd(15, 8, effect: 1),
    .actionEnd(16, 7, changed: 2, effect: 1),
    .stateDiff(17, 7, "isLoading, rows[0].title"),
    .stateDigest(18, 7, 255),
    .effectBegin(20, 9, "inner", "load", action: 8),
    .effectOutput(30, 9, "loaded"),
    .actionBegin(31, 10, "app", "loaded", cause: 9),
    .actionData(32, 10, #"{"loaded":{"_0":"äö"#, size: 26, offset: 0),
    .actionData(33, 10, #"ü"}}"#, size: 26, offset: 21),
    .actionEnd(40, 10, changed: 1),
    .stateDigest(41, 10, 256),
    .effectEnd(42, 9, outputs: 1),
    .actionBegin(50, 11, "app", "tap"),
    .actionData(51, 11, #"{"tap":{"_0":3}}"#),
    .actionEnd(52, 11, changed: 0),
    .stateDigest(53, 11, 257),
  ]

  private func extract(
    _ events: [WrittenEvent], _ options: String...
  ) throws -> (result: Command.Result, session: ReplayRecording?) {
    try extract(.simple(events), options)
  }

  private func extract(
    _ trace: TraceWriter, _ options: [String] = []
  ) throws -> (result: Command.Result, session: ReplayRecording?) {
    var found: (result: Command.Result, session: ReplayRecording?)?
    try withTemporaryDirectory { directory in
      try trace.write(to: directory.appendingPathComponent("trace"))
      let output = directory.appendingPathComponent("session.jsonl").path
      let result = try SignpostExecutable.run(
        ["extract", directory.appendingPathComponent("trace").path, "-o", output] + options)
      let isThere = FileManager.default.fileExists(atPath: output)
      found = (result, isThere ? try ReplayRecording(path: output) : nil)
      let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      #expect(Set(files).subtracting(["trace", "session.jsonl"]) == [])
    }
    return try #require(found)
  }

  @Test func aSessionHasWhatTheOutermostWrapperRecorded() throws {
    let (result, session) = try extract(Self.events)
    #expect(result.status == 0)
    #expect(result.errors.contains("3 actions of Counter, 2 from outside"))
    let recording = try #require(session)
    #expect(recording.header.feature == "Counter")
    #expect(recording.header.prefix == "app")
    #expect(recording.header.process == ReplayHeader.Process(name: "demo", pid: 4242))
    #expect(recording.header.isFromCreation && recording.header.hasChanges)
    #expect(recording.header.hasDigests && recording.header.cut == nil)
    #expect(recording.header.state == Data(#"{"count":0}"#.utf8))
    #expect(recording.actions.map(\.name) == ["load", "loaded", "tap"])
    #expect(recording.actions.map(\.at) == [0, 21, 40])
    let returned: [String?] = ["run", "none", "none"]
    #expect(recording.actions.map(\.returned) == returned)
    let changes: [String?] = ["yes", "no", nil]
    #expect(recording.actions.map(\.stateChanged) == changes)
    let changed: [[String]?] = [["isLoading", "rows[0].title"], nil, nil]
    #expect(recording.actions.map(\.changed) == changed)
    #expect(recording.actions[0].digest == "00000000000000ff")
    let causes: [ReplayAction.Cause?] = [nil, ReplayAction.Cause(effect: 1, action: 1), nil]
    #expect(recording.actions.map(\.cause) == causes)
    #expect(recording.actions[1].data == Data(#"{"loaded":{"_0":"äöü"}}"#.utf8))
    #expect(
      recording.effects == [ReplayEffect(effect: 1, of: 1, outcome: "finished", outputs: 1)])
  }

  @Test func extract_statesWithoutDigests_saysSo() throws {
    let events = Self.events.filter { $0.name != "composable:state_digest" }
    let (result, session) = try extract(events)
    #expect(session?.header.hasDigests == false)
    #expect(result.errors.contains("No digests of states are in it"))
    #expect(try !extract(Self.events).result.errors.contains("digests"))
    // Nor were states requested.
    let stateless = events.filter { $0.name != "composable:state_data" }
    #expect(try !extract(stateless).result.errors.contains("digests"))
  }

  /// The names in a full difference may be others than a replay's: it shows objects by contents.
  @Test(arguments: [
    (
      "  State(\n-   isLoading: false,\n+   isLoading: true,\n    count: 0\n  )",
      ["isLoading"] as [String]?
    ),
    ("- State(isLoad…", nil),
  ])
  func extract_fullDifference_hasNamesThatAReplayDoesNotCompare(
    text: String, names: [String]?
  ) throws {
    let events = Self.events.map { event in
      event.name == "composable_values:state_diff" ? .stateDiff(17, 7, text) : event
    }
    let recording = try #require(try extract(events).session)
    #expect(!recording.header.hasChanges)
    #expect(recording.header.hasDigests)
    #expect(recording.actions.compactMap(\.changed) == names.map { [$0] } ?? [])
  }

  @Test func severalSessionsAreChosenFrom() throws {
    let others = Self.events.map { event in
      var event = event.in(process: 4343, named: "other")
      event.time += 1000
      return event
    }
    let trace = TraceWriter(streams: [
      [TraceWriter.Packet(events: Self.events)], [TraceWriter.Packet(events: others)],
    ])
    let both = try extract(trace)
    #expect(both.result.status == 64)
    #expect(both.result.errors.contains("has 2 sessions: choose one"))
    #expect(both.result.errors.contains("--store 1 --prefix app --process 4343"))
    #expect(both.session == nil)
    let one = try extract(trace, ["--process", "4343", "--store", "Count*", "--prefix", "app"])
    #expect(one.result.status == 0)
    #expect(one.session?.header.process.name == "other")
    let none = try extract(trace, ["--store", "9"])
    #expect(none.result.status == 64)
    #expect(none.result.errors.contains("has no such session"))
  }

  @Test func recordingsWithoutDataAreRefused() throws {
    let events = Self.events.filter { $0.name != "composable:action_data" }
    let (result, session) = try extract(events)
    #expect(result.status == 68)
    #expect(result.errors.contains("payload: .replayable"))
    #expect(session == nil)
    #expect(try extract([]).result.status == 67)
  }

  @Test(
    arguments: [
      ("no data", "the data of action 2, 'loaded', were not recorded"),
      ("a piece", "the data of action 2, 'loaded', are incomplete"),
      ("too long", "action 2, 'loaded', takes 70000 bytes, more than the wrapper's limit"),
      ("not encodable", "action 2, 'loaded', could not be encoded"),
      ("no end", "the end of action 2, 'loaded', was not recorded"),
    ])
  func whatIsMissingIsNamed(what: String, message: String) throws {
    var events = Self.events
    switch what {
    case "no data": events.removeAll { $0.name == "composable:action_data" && $0.time / 10 == 3 }
    case "a piece": events.removeAll { $0.time == 33 }
    case "no end": events.removeAll { $0.time == 40 }
    default:
      events.removeAll { $0.time == 33 }
      let index = events.firstIndex { $0.time == 32 }!
      events[index] = .actionData(32, 10, "", size: what == "too long" ? 70_000 : 0, offset: 0)
    }
    let refused = try extract(events)
    #expect(refused.result.status == 79)
    #expect(refused.result.errors.contains(message))
    #expect(refused.session == nil)
    let cut = try extract(events, "--cut")
    #expect(cut.result.status == 0)
    #expect(cut.session?.header.cut == message)
    #expect(cut.session?.actions.map(\.name) == ["load"])
    #expect(cut.session?.effects.map(\.outcome) == ["running"])
  }

  @Test func aSessionEndsWhereEventsWereLost() throws {
    let trace = TraceWriter(streams: [
      [
        TraceWriter.Packet(events: Array(Self.events.prefix { $0.time < 50 })),
        TraceWriter.Packet(events: Self.events.filter { $0.time >= 50 }, discarded: 5),
      ]
    ])
    let refused = try extract(trace)
    #expect(refused.result.status == 79)
    #expect(refused.result.errors.contains("events were lost after action"))
    #expect(refused.session == nil)
    let cut = try extract(trace, ["--cut"])
    #expect(cut.result.status == 0)
    #expect(cut.session?.header.cut != nil)
    #expect((cut.session?.actions.count ?? 3) < 3)
  }

  /// A program that crashes in a reducer: its last action is worth the most.
  @Test func anActionWithoutAnEndIsTheLastOne() throws {
    let (result, session) = try extract(Self.events.filter { $0.time < 52 })
    #expect(result.status == 0)
    #expect(session?.actions.count == 3)
    #expect(session?.actions.last?.returned == nil)
  }

  /// A recording that begins while the program runs begins with the state.
  @Test func aSessionBeginsWithTheState() throws {
    var events: [WrittenEvent] = [
      .schema(0, version: 6),
      .storeCreated(1, 1, announced: 1000),
      .effectBegin(2, 90, "app", "poll", action: 0, announced: 2000),
      .actionBegin(4, 3, "app", "early"),
      .actionData(5, 3, #"{"early":{}}"#),
      .actionEnd(6, 3),
    ]
    events += Self.events.dropFirst(2)
    events += [
      .actionBegin(100, 20, "app", "polled", cause: 90), .actionData(101, 20, #"{"polled":{}}"#),
      .actionEnd(102, 20),
    ]
    let (result, session) = try extract(events)
    #expect(result.status == 0)
    #expect(session?.header.isFromCreation == false)
    #expect(session?.actions.map(\.name) == ["load", "loaded", "tap", "polled"])
    #expect(session?.actions.last?.cause == ReplayAction.Cause(effect: 2, action: nil))
  }

  /// The ids of stack elements are recorded where they went on.
  @Test func actionsHaveTheNextIDOfAnElementWhereItChanges() throws {
    var events: [WrittenEvent] = [.schema(0, version: 7), .storeCreated(1, 1)]
    for (index, next) in [0, 0, 3, 3, 4].enumerated() {
      let action = UInt64(index + 2)
      let time = Int64(index) * 10 + 10
      events += [
        .actionBegin(time, action, "app", "opened"),
        .actionData(time + 1, action, #"{"opened":{}}"#, nextElement: UInt64(next)),
        .actionEnd(time + 2, action),
      ]
    }
    let (result, session) = try extract(events)
    #expect(result.status == 0)
    #expect(session?.actions.map(\.nextElement) == [nil, nil, 3, nil, 4])
  }

  @Test func filesAreNotReplacedUnlessAsked() throws {
    try withTemporaryDirectory { directory in
      let trace = directory.appendingPathComponent("trace")
      try TraceWriter.simple(Self.events).write(to: trace)
      let output = directory.appendingPathComponent("session.jsonl").path
      #expect(try SignpostExecutable.run("extract", trace.path, "-o", output).status == 0)
      #expect(try SignpostExecutable.run("extract", trace.path, "-o", output).status == 73)
      #expect(
        try SignpostExecutable.run("extract", trace.path, "-o", output, "--force").status == 0)
      let standard = try SignpostExecutable.run("extract", trace.path, "-o", "-")
      #expect(standard.output == (try String(contentsOfFile: output, encoding: .utf8)))
    }
  }
}
