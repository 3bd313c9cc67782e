import ComposableCore
import InMemoryTracing
import Signpost
import TestSupport
import Testing
import Tracing

@MainActor
@Suite struct TracedTests {
  private let tracer = InMemoryTracer()

  private func store(
    gates: Gates = Gates(), working: @escaping @Sendable () async -> Void = {}
  ) -> StoreOf<Worker> {
    Store(initialState: Worker.State()) {
      Worker(gates: gates, working: working).traced("p", tracer: tracer)
    }
  }

  private func span(_ name: String) throws -> FinishedInMemorySpan {
    try #require(tracer.finishedSpans.first { $0.operationName == name })
  }

  @Test func anActionIsASpanWithItsFacts() throws {
    let store = store()
    store.send(.increment)
    store.send(.typed("secret"))
    #expect(tracer.finishedSpans.map(\.operationName) == ["p.increment", "p.typed"])
    #expect(tracer.activeSpans.isEmpty)
    let attributes = try span("p.increment").attributes
    #expect(attributes.get("composable.action") == "increment")
    #expect(attributes.get("composable.prefix") == "p")
    #expect(attributes.get("composable.changed") == "yes")
    #expect(attributes.get("composable.effect") == "none")
    #expect(attributes.get("composable.store") != nil)
    #expect(Set(tracer.finishedSpans.map(\.traceID)).count == 2)
  }

  @Test func effectsAreChildrenOfTheirActionAndLinkedToThoseTheySend() async throws {
    let store = store()
    await store.send(.workAndSend).finish()
    let action = try span("p.workAndSend")
    let effect = try span("p.workAndSend effect")
    let output = try span("p.done")
    #expect(action.parentSpanID == nil)
    #expect(effect.parentSpanID == action.spanID)
    #expect(output.parentSpanID == effect.spanID)
    #expect(Set(tracer.finishedSpans.map(\.traceID)).count == 1)
    #expect(effect.links.map { $0.context.inMemorySpanContext?.spanID } == [output.spanID])
    #expect(output.links.map { $0.context.inMemorySpanContext?.spanID } == [effect.spanID])
    #expect(effect.status?.code == .ok)
    #expect(effect.attributes.get("composable.outcome") == "finished")
    #expect(effect.attributes.get("composable.outputs") == .int64(1))
  }

  @Test func anActionThatHadToWaitContinuesItsEffect() async throws {
    let store = store()
    await store.send(.sendLater).finish()
    let effect = try span("p.sendLater effect")
    let output = try span("p.done")
    #expect(effect.parentSpanID == (try span("p.sendLater")).spanID)
    #expect(output.parentSpanID == effect.spanID)
    #expect(output.links.map { $0.context.inMemorySpanContext?.spanID } == [effect.spanID])
  }

  @Test func callsWithinAnEffectContinueTheTrace() async throws {
    let gates = Gates()
    gates.open("work")
    let store = store(gates: gates) { [tracer] in
      tracer.withSpan("query") { _ in }
    }
    await store.send(.work).finish()
    #expect(try span("query").parentSpanID == span("p.work effect").spanID)
  }

  @Test func callsWithinAReducerContinueTheTrace() throws {
    let store = Store(initialState: 0) { [tracer] in
      Reduce<Int, Int> { state, action in
        tracer.withSpan("parse") { _ in }
        return .none
      }
      .traced(tracer: tracer)
    }
    store.send(1)
    #expect(try span("parse").parentSpanID == span("Int").spanID)
  }

  @Test func anActionFromOutsideContinuesWhatIsCurrentThere() throws {
    let store = store()
    tracer.withSpan("request") { _ in _ = store.send(.increment) }
    #expect(try span("p.increment").parentSpanID == span("request").spanID)
  }

  @Test func aSpanBegunWithinAnEffectIsTheParentOfWhatIsSentThere() async throws {
    let store = Store(initialState: 0) { [tracer] in
      Reduce<Int, Int> { state, action in
        guard action == 1 else { return .none }
        return .run { send in
          await tracer.withSpan("query") { _ in await send(2) }
        }
      }
      .traced(tracer: tracer)
    }
    await store.send(1).finish()
    let query = try span("query")
    #expect(tracer.finishedSpans.contains { $0.parentSpanID == query.spanID })
  }

  @Test func errorsAndCancellationsAreToldApart() async throws {
    let gates = Gates()
    let store = store(gates: gates)
    await store.send(.fail).finish()
    await store.cancelWork(gates)
    let failed = try span("p.fail effect")
    #expect(failed.status?.code == .error)
    #expect(failed.status?.message == nil)
    #expect(failed.errors.isEmpty)
    #expect(failed.attributes.get("error.type") == "SignpostTests.Worker.Failure")
    failed.attributes.forEach { _, value in #expect(!"\(value)".contains("out of paper")) }
    #expect(failed.attributes.get("composable.outcome") == "failed")
    let cancelled = try span("p.work effect")
    #expect(cancelled.status == nil)
    #expect(cancelled.errors.isEmpty)
    #expect(cancelled.attributes.get("composable.outcome") == "cancelled")
  }

  @Test func whatAnErrorSaysIsRecordedIfAskedFor() async throws {
    let store = Store(initialState: Worker.State()) {
      Worker(gates: Gates()).traced("p", tracer: tracer, recordsErrors: true)
    }
    await store.send(.fail).finish()
    let failed = try span("p.fail effect")
    #expect(failed.status?.message == "out of paper")
    #expect(failed.errors.map { "\($0.error)" } == ["out of paper"])
  }

  @Test func nestedWrappersNestTheirSpans() async throws {
    let store = Store(initialState: Worker.State()) {
      Worker().traced("inner", tracer: tracer).traced("outer", tracer: tracer)
    }
    await store.send(.workAndSend).finish()
    #expect(try span("inner.workAndSend").parentSpanID == span("outer.workAndSend").spanID)
    let effect = try span("inner.workAndSend effect")
    #expect(try span("outer.done").parentSpanID == effect.spanID)
    #expect(try span("inner.done").parentSpanID == span("outer.done").spanID)
    #expect(try span("inner.done").links.isEmpty)
    #expect(tracer.finishedSpans.filter { $0.operationName.hasSuffix("effect") }.count == 1)
  }

  @Test func withoutATracerNothingHappens() async {
    let store = Store(initialState: Worker.State()) { Worker().traced("p") }
    await store.send(.workAndSend).finish()
    #expect(store.count == 0)
  }
}
