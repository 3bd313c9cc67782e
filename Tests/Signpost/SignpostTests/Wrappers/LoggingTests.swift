import CompanionSupport
import ComposableCore
import InMemoryLogging
import Logging
import Signpost
import TestSupport
import Testing

@MainActor
@Suite struct LoggingTests {
  private let handler = InMemoryLogHandler()

  private func logger(_ level: Logger.Level = .debug) -> Logger {
    var logger = Logger(label: "worker") { _ in handler }
    logger.logLevel = level
    return logger
  }

  private func store(
    _ logger: Logger, gates: Gates = Gates(), effects: Logger.Level? = nil, prefix: String = "",
    recordsErrors: Bool = false
  ) -> StoreOf<Worker> {
    Store(initialState: Worker.State()) {
      Worker(gates: gates).logging(
        logger, level: .info, effects: effects, prefix: prefix, recordsErrors: recordsErrors)
    }
  }

  /// The log records, without the parts that differ each time.
  private var records: [String] {
    handler.entries.map { entry in
      let metadata = entry.metadata
        .filter { !["duration", "store", "effect_id", "cause"].contains($0.key) }
        .sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return (["\(entry.level)", "\(entry.message)"] + metadata).joined(separator: " ")
    }
  }

  @Test func anActionIsOneRecordWithItsFacts() throws {
    let store = store(logger(), prefix: "p")
    store.send(.increment)
    store.send(.typed("secret"))
    #expect(
      records == [
        "info action increment action=increment changed=yes effect=none prefix=p",
        "info action typed action=typed changed=no effect=none prefix=p",
      ])
    let metadata = try #require(handler.entries.first).metadata
    let duration = try #require(metadata["duration"].flatMap { Int("\($0)") })
    #expect(duration > 0)
    #expect(metadata["store"].flatMap { Int("\($0)") } != nil)
  }

  @Test func anEffectIsTwoRecordsAtItsLevel() async throws {
    let store = store(logger(), effects: .debug)
    await store.send(.workAndSend).finish()
    #expect(
      records == [
        "info action workAndSend action=workAndSend changed=no effect=run",
        "debug effect of workAndSend began action=workAndSend",
        "info action done action=done changed=no effect=none",
        "debug effect of workAndSend finished action=workAndSend outcome=finished outputs=1",
      ])
    let entries = handler.entries
    let effect = try #require(entries[1].metadata["effect_id"])
    #expect(entries[2].metadata["cause"] == effect)
    #expect(entries[3].metadata["effect_id"] == effect)
    #expect(entries[3].metadata["duration"].flatMap { Int("\($0)") } != nil)
  }

  @Test func errorsAndCancellationsAreToldApart() async {
    let gates = Gates()
    let store = store(logger(), gates: gates)
    await store.send(.fail).finish()
    await store.cancelWork(gates)
    #expect(
      records.filter { $0.contains("outcome") } == [
        "info effect of fail failed action=fail error.type=SignpostTests.Worker.Failure "
          + "outcome=failed outputs=0",
        "info effect of work cancelled action=work outcome=cancelled outputs=0",
      ])
  }

  @Test func logging_recordsErrors_hasTheDescriptionOfTheError() async throws {
    let store = store(logger(), recordsErrors: true)
    await store.send(.fail).finish()
    let metadata = try #require(handler.entries.last).metadata
    #expect(metadata["error"] == "out of paper")
    #expect(metadata["error.type"] == "SignpostTests.Worker.Failure")
  }

  /// All copies of a logger share the level of a handler that is an object.
  @Test(arguments: [true, false])
  func logging_levelChangesDuringAnEffect_endsWhatBegan(isLoweredMeanwhile: Bool) async {
    let handler = LevelledLogHandler(level: isLoweredMeanwhile ? .error : .debug)
    let gates = Gates()
    let store = Store(initialState: Worker.State()) {
      Worker(gates: gates)
        .logging(Logger(label: "levels") { _ in handler }, level: .critical, effects: .info)
    }
    let task = store.send(.work)
    await gates.arrival(at: "work")
    handler.logLevel = isLoweredMeanwhile ? .debug : .error
    gates.open("work")
    await task.finish()
    let effect = ["effect of work began", "effect of work finished"]
    #expect(handler.messages == ["action work"] + (isLoweredMeanwhile ? [] : effect))
  }

  @Test func aLevelAboveLogsNothing() async {
    let store = store(logger(.notice))
    store.send(.increment)
    await store.send(.workAndSend).finish()
    #expect(handler.entries.isEmpty)
  }

  @Test func effectsAloneCanBeLeftOut() async {
    let store = store(logger(.info), effects: .debug)
    await store.send(.workAndSend).finish()
    #expect(
      records == [
        "info action workAndSend action=workAndSend changed=no effect=run",
        "info action done action=done changed=no effect=none",
      ])
  }

  @Test func anEffectIsLoggedOncePerLabel() async {
    let other = InMemoryLogHandler()
    let store = Store(initialState: Worker.State()) {
      Worker()
        .logging(logger(), level: .info, prefix: "inner")
        .logging(Logger(label: "other") { _ in other }, level: .info)
        .logging(logger(), level: .info, prefix: "outer")
    }
    await store.send(.workAndSend).finish()
    let effects = records.filter { $0.contains("effect of") }
    #expect(effects.count == 2)
    #expect(effects.allSatisfy { $0.contains("prefix=inner") })
    #expect(other.entries.filter { "\($0.message)".contains("effect of") }.count == 2)
  }
}

/// A handler with one level for all copies of its logger.
private final class LevelledLogHandler: LogHandler {
  private struct State {
    var level: Logger.Level
    var metadata: Logger.Metadata = [:]
    var messages: [String] = []
  }

  private let state: Locked<State>

  init(level: Logger.Level) {
    state = Locked(State(level: level))
  }

  var messages: [String] { state.withLock { $0.messages } }

  var logLevel: Logger.Level {
    get { state.withLock { $0.level } }
    set { state.withLock { $0.level = newValue } }
  }

  var metadata: Logger.Metadata {
    get { state.withLock { $0.metadata } }
    set { state.withLock { $0.metadata = newValue } }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { state.withLock { $0.metadata[key] = newValue } }
  }

  func log(event: LogEvent) {
    let message = "\(event.message)"
    state.withLock { $0.messages.append(message) }
  }
}
