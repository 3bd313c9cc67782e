import Foundation
import Logging
import Scenarios
@testable import Signpost
import TestSupport
import Testing
import TraceAnalysis
import TraceSchema

/// Each scenario in a process of its own, recorded by LTTng, leaves the same events as in a
/// recorder: exactly, and in order.
@Suite(.serialized) struct RecordedScenarioTests {
  @Test(arguments: Scenario.all)
  func traceHoldsExactlyTheseEvents(_ scenario: Scenario) throws {
    let options = scenario.details.contains(.stateDiffs) ? ["--state-diffs"] : []
    try withRecording(of: scenario.name, options: options) { reader in
      var decoder = EventDecoder(details: scenario.details)
      var schemas: [UInt64] = []
      let summary = try reader.forEachEvent { event in
        if case .schema(let schema) = event.payload {
          schemas.append(schema.version)
        } else {
          #expect(!schemas.isEmpty, "the schema comes first")
          try decoder.decode(event, reader)
        }
      }
      #expect(Set(schemas) == [UInt64(TraceSchema.version)])
      #expect(decoder.events.withoutTimes == scenario.events)
      #expect(summary.losses.isEmpty)
      #expect(summary.damage.isEmpty)
    }
  }

  @Test func aBurstOfActionsLosesNothing() throws {
    try withRecording(of: "burst", "100000") { reader in
      var begins = 0
      var ends = 0
      var places: Set<[Int32?]> = []
      let summary = try reader.forEachEvent { event in
        switch event.payload {
        case .actionBegin:
          begins += 1
          places.insert([event.process, event.thread])
          #expect(event.processor != nil)
        case .actionEnd: ends += 1
        default: break
        }
      }
      #expect(begins == 100_000)
      #expect(ends == 100_000)
      #expect(summary.losses.isEmpty)
      // All on the main thread, which has the number of its process.
      let place = try #require(places.count == 1 ? places.first : nil)
      let process = summary.processes[Int(try #require(place[0]))]
      let thread = summary.threads[Int(try #require(place[1]))]
      #expect(thread.process == place[0])
      #expect(thread.vtid == process.vpid)
    }
  }

  /// Events that a session leaves out are not in a file of its trace; all others are.
  @Test(arguments: [
    (option: "--no-logs", scenario: "log-records", text: "ready"),
    (option: "--no-payloads", scenario: "payloads", text: "hello"),
    (option: "--no-messages", scenario: "overlapping-intervals", text: "Größe"),
  ])
  func textsAreKeptOut(_ option: String, _ scenario: String, _ text: String) throws {
    let scenario = try #require(Scenario.all.first { $0.name == scenario })
    // An event with a message stays, without the message.
    let rest =
      option == "--no-messages"
      ? scenario.events.count : scenario.events.count { !$0.isText }
    for isLeftOut in [false, true] {
      var found = false
      try withRecording(of: scenario.name, options: isLeftOut ? [option] : []) { reader in
        var decoder = EventDecoder(details: scenario.details)
        _ = try reader.forEachEvent { try decoder.decode($0, reader) }
        if isLeftOut {
          #expect(decoder.events.count { $0.isText } == 0)
          #expect(decoder.events.count == rest)
        } else {
          #expect(decoder.events.withoutTimes == scenario.events)
        }
        found = try filesContain(text, below: reader.directory)
      }
      #expect(found != isLeftOut)
    }
  }

  /// A program that does not leave its messages empty has no event with one in the trace.
  /// Only the interval of a closure without `await` is known to have blocked its thread.
  @Test func intervalBegin_closureWithoutAwait_isSynchronous() throws {
    try withRecording(of: "intervals-that-end-in-every-way") { reader in
      var synchronous: [String: Bool] = [:]
      _ = try reader.forEachEvent { event in
        guard case .intervalBegin(let begin) = event.payload else { return }
        synchronous[reader.names[begin.name].name] = begin.isSynchronous
      }
      #expect(
        synchronous == [
          "returns": true, "throws": false, "is dropped": false, "is cancelled": false,
        ])
    }
  }

  @Test func messagesOfProgramsThatIgnoreTheEnvironmentAreKeptOut() throws {
    try withRecording(
      of: "SIGNPOST_MESSAGES=1", builtExecutable("ScenarioRunner"), "overlapping-intervals",
      options: ["--no-messages"], program: "env"
    ) { reader in
      var messages = Set<String>()
      let summary = try reader.forEachEvent { _ in messages.insert(reader.texts.message) }
      #expect(messages == [""])
      #expect(summary.composableEventCount > 1)
      #expect(try !filesContain("Größe", below: reader.directory))
    }
  }

  private func filesContain(_ text: String, below directory: String) throws -> Bool {
    let files = try FileManager.default.subpathsOfDirectory(atPath: directory)
      .map { URL(fileURLWithPath: directory).appendingPathComponent($0) }
      .filter { !$0.hasDirectoryPath }
    return try files.contains { file in
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory),
        !isDirectory.boolValue
      else { return false }
      return try Data(contentsOf: file).range(of: Data(text.utf8)) != nil
    }
  }

  @Test func logRecordsGoToTheTraceAndToAnotherHandler() throws {
    let message = "two words"
    let errors = try withRecording(of: "log", message) { reader in
      var records: [String] = []
      _ = try reader.forEachEvent { event in
        guard case .log(let log) = event.payload else { return }
        records.append(
          "\(log.level) \(reader.names[log.label].name) \(reader.texts.message) "
            + reader.texts.metadata)
      }
      #expect(records == ["notice scenario \(message) provided=metadata"])
    }
    #expect(errors.contains("notice scenario: provided=metadata"))
    #expect(errors.contains(message))
  }

  /// Returns the messages of the program and the command on standard error.
  @discardableResult
  private func withRecording(
    of arguments: String..., options: [String] = [], program: String? = nil,
    read: (TraceReader) throws -> Void
  ) throws -> String {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: directory) }
    let result = try SignpostExecutable.run(
      ["record", "--quiet", "--output", directory.path] + options
        + ["--", program ?? builtExecutable("ScenarioRunner")] + arguments)
    #expect(result.status == 0, "\(result.errors)")
    try read(TraceReader(directory: directory.path))
    return result.errors
  }
}

extension SignpostEvent {
  /// Whether the event consists of a text of the program, or carries one.
  fileprivate var isText: Bool {
    switch self {
    case .log, .actionPayload: true
    case .intervalBegin(_, _, _, _, _, let message), .intervalEnd(_, _, _, let message),
      .event(_, _, _, _, let message):
      !message.isEmpty
    default: false
    }
  }
}

/// Turns events read from a trace into those that a recorder keeps.
private struct EventDecoder {
  var events: [SignpostEvent] = []
  private var ids = RecordedIDs()
  private let details: SignpostRecorder.Details

  init(details: SignpostRecorder.Details) {
    self.details = details
  }

  mutating func decode(_ event: TraceEvent, _ reader: TraceReader) throws {
    switch event.payload {
    case .storeCreated(let store):
      #expect(store.start == .now)
      events.append(
        .storeCreated(
          store: ids.store(store.store), parent: ids.store(store.parent),
          feature: reader.names[store.feature].name))
    case .storeReleased(let store):
      events.append(.storeReleased(store: ids.store(store.store)))
    case .actionBegin(let begin):
      let name = reader.names[begin.name]
      events.append(
        .actionBegin(
          action: ids.action(begin.action), cause: ids.effect(begin.cause),
          parent: ids.action(begin.parent), store: ids.store(begin.store), prefix: name.prefix,
          name: name.name))
    case .actionEnd(let end):
      events.append(
        .actionEnd(
          action: ids.action(end.action), stateChanged: end.stateChanged,
          effect: end.effect))
    case .effectBegin(let begin):
      #expect(begin.start == .now)
      let name = reader.names[begin.name]
      events.append(
        .effectBegin(
          effect: ids.effect(begin.effect), action: ids.action(begin.action), prefix: name.prefix,
          name: name.name))
    case .effectOutput(let output):
      events.append(
        .effectOutput(effect: ids.effect(output.effect), name: reader.names[output.name].name))
    case .effectEnd(let end):
      events.append(
        .effectEnd(
          effect: ids.effect(end.effect), outcome: end.outcome,
          outputs: Int(end.outputs)))
    case .intervalBegin(let begin):
      let source = reader.names[begin.source]
      events.append(
        .intervalBegin(
          interval: ids.interval(begin.interval), id: ids.signpost(begin.id),
          subsystem: source.prefix, category: source.name, name: reader.names[begin.name].name,
          message: reader.texts.message))
    case .intervalEnd(let end):
      events.append(
        .intervalEnd(
          interval: ids.interval(end.interval), name: reader.names[end.name].name,
          outcome: end.outcome, message: reader.texts.message))
    case .event(let event):
      let source = reader.names[event.source]
      events.append(
        .event(
          id: ids.signpost(event.id), subsystem: source.prefix, category: source.name,
          name: reader.names[event.name].name, message: reader.texts.message))
    case .log(let log):
      #expect(reader.names[log.file].name == "Scenarios/Scenario+Signposter.swift")
      #expect(log.line > 0)
      events.append(
        .log(
          level: try #require(level(log.level)), label: reader.names[log.label].name,
          message: reader.texts.message, metadata: reader.texts.metadata))
    case .actionPayload(let action):
      events.append(
        .actionPayload(action: ids.action(action), payload: reader.texts.message))
    case .budgetExceeded(let excess):
      let name = reader.names[excess.name]
      events.append(
        .budgetExceeded(
          action: ids.action(excess.action), prefix: name.prefix, name: name.name,
          budget: .nanoseconds(excess.budget), taken: .nanoseconds(excess.taken)))
    case .send(let send):
      guard details.contains(.sends) else { return }
      events.append(
        .send(
          action: ids.action(send.action), cause: ids.effect(send.cause),
          store: ids.store(send.store), depth: Int(send.depth), isReentrant: send.isReentrant,
          name: reader.names[send.name].name))
    case .stateDiff(let action):
      events.append(.stateDiff(action: ids.action(action), text: reader.texts.message))
    case .scope(let scope):
      events.append(
        .scope(
          store: ids.store(scope.store), child: ids.store(scope.child), isCached: scope.isCached))
    case .observeBegin(let observer, let cause):
      #expect(observer.line > 0)
      events.append(
        .observeBegin(
          store: ids.store(observer.store), file: reader.names[observer.file].name,
          action: ids.action(cause.action), property: reader.names[cause.property].name,
          others: Int(cause.others)))
    case .observeEnd(let observer):
      events.append(
        .observeEnd(store: ids.store(observer.store), file: reader.names[observer.file].name))
    default:
      // A recorder does not keep these.
      break
    }
  }

  private func level(_ level: TraceEvent.LogLevel) -> Logger.Level? {
    Logger.Level.allCases.first { "\($0)" == "\(level)" }
  }
}
