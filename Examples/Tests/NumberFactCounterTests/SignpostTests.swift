import ComposableCore
import Signpost
import Testing

@testable import NumberFactCounter

@MainActor
struct SignpostTests {
  @Test func aFactIsAnEffect() async {
    let recorder = SignpostRecorder()
    await recorder.record {
      let store = Store(
        initialState: AppState(),
        reducer: appReducer.signpost("app"),
        environment: AppEnvironment(
          mainQueue: .immediate, numberFact: { number in .task { "about \(number)" } })
      )
      store.send(.incrementButtonTapped)
      await store.send(.numberFactButtonTapped).finish()
      #expect(store.numberFactAlert == "about 1")
    }
    let names = recorder.events.compactMap { event in
      if case .actionBegin(_, _, _, _, "app", let name) = event { name } else { nil }
    }
    #expect(names == ["incrementButtonTapped", "numberFactButtonTapped", "numberFactResponse"])
    // The scheduler's delivery of what the request came to is an effect of its own.
    let ends = recorder.events.filter { if case .effectEnd = $0 { true } else { false } }
    #expect(
      ends == [
        .effectEnd(effect: 1, outcome: .finished, outputs: 0),
        .effectEnd(effect: 2, outcome: .finished, outputs: 1),
      ])
    #expect(recorder.events.contains(.effectOutput(effect: 2, name: "numberFactResponse")))
  }
}
