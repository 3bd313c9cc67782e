import CompanionSupport
import ComposableCore
import Signpost
import TestSupport
import Testing

@MainActor
@Suite struct SignpostOptionsTests {
  private let recorder = SignpostRecorder()

  @Test func payloadsAreLeftOutUnlessAskedFor() {
    let store = Store(initialState: Worker.State()) { Worker().signpost() }
    recorder.record { _ = store.send(.typed("secret")) }
    #expect(!"\(recorder.events)".contains("secret"))
  }

  @Test func fullPayloadsHaveAllValues() {
    let store = Store(initialState: Worker.State()) { Worker().signpost(payload: .full) }
    recorder.record { _ = store.send(.typed("hello")) }
    #expect(recorder.events.contains(.actionPayload(action: 1, payload: "typed(\"hello\")")))
  }

  @Test func payloadsAreCutOffBetweenCharacters() throws {
    let store = Store(initialState: Worker.State()) {
      Worker().signpost(payload: .text(limit: 10) { _ in "ääääääää" })
    }
    recorder.record { _ = store.send(.nothing) }
    // Seven bytes are left for the text, and each of its letters takes two.
    #expect(recorder.events.contains(.actionPayload(action: 1, payload: "äää…")))
  }

  @Test func aClosureSaysWhatToRecordWhileSomebodyListens() {
    let calls = Locked(0)
    let store = Store(initialState: Worker.State()) {
      Worker().signpost("p") { action in
        calls.withLock { $0 += 1 }
        return if case .typed(let text) = action { "\(text.count) letters" } else { nil }
      }
    }
    store.send(.typed("no listener"))
    #expect(calls.withLock { $0 } == 0)
    recorder.record {
      _ = store.send(.typed("hello"))
      _ = store.send(.nothing)
    }
    let payloads = recorder.events.filter { if case .actionPayload = $0 { true } else { false } }
    #expect(payloads == [.actionPayload(action: 1, payload: "5 letters")])
    #expect(calls.withLock { $0 } == 2)
  }

  @Test func aBudgetThatIsKeptLeavesNoEvent() {
    let store = Store(initialState: Worker.State()) { Worker().signpost(budget: .seconds(3600)) }
    recorder.record { _ = store.send(.increment) }
    #expect(recorder.events.count == 2)
  }

  @Test func aBudgetThatIsExceededLeavesAnEventWithBothTimes() throws {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, _ in
        let end = ContinuousClock.now + .milliseconds(2)
        while ContinuousClock.now < end {}
        return .none
      }
      .signpost("p", budget: .milliseconds(1))
    }
    recorder.record { _ = store.send(1) }
    let event = try #require(recorder.events.last)
    guard case .budgetExceeded(1, "p", "Int", .milliseconds(1), let taken) = event else {
      Issue.record("\(event)")
      return
    }
    #expect(taken >= .milliseconds(2))
  }
}
