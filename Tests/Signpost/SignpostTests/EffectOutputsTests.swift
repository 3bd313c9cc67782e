import ComposableCore
import Signpost
import Testing

/// `effect_end` has the number of the `effect_output` events of an effect.
@MainActor
@Suite struct EffectOutputsTests {
  private struct Sender: Reducer {
    enum Action { case send, sent }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .send:
        .run { send in
          for _ in 0..<3 { await send(.sent) }
        }
      case .sent:
        Self.count(&state)
      }
    }

    private static func count(_ state: inout Int) -> Effect<Action> {
      state += 1
      return .none
    }
  }

  private struct Throttled<Base: Reducer<Int, Sender.Action>>: Reducer {
    let base: Base
    let clock = TestClock()

    func reduce(into state: inout Int, action: Sender.Action) -> Effect<Sender.Action> {
      let effect = base.reduce(into: &state, action: action)
      guard case .send = action else { return effect }
      return effect.throttle(id: 1, for: .seconds(1), clock: clock, latest: false)
    }
  }

  @Test func effectEnd_throttleAboveTheWrapperDropsActions_countsEffectOutputs() async {
    let recorder = SignpostRecorder()
    await recorder.record {
      let feature = Throttled(base: Sender().signpost("sender"))
      let store = Store(initialState: 0) { feature }
      let task = store.send(.send)
      await feature.clock.advance(by: .seconds(2))
      await task.finish()
      #expect(store.withState { $0 } == 2)
    }
    let outputs = recorder.events.count { if case .effectOutput = $0 { true } else { false } }
    #expect(outputs == 3)
    let ends = recorder.events.filter { if case .effectEnd = $0 { true } else { false } }
    #expect(ends == [.effectEnd(effect: 1, outcome: .finished, outputs: 3)])
  }

  @Test func effectEnd_storeIsGone_countsEffectOutputs() async {
    let recorder = SignpostRecorder()
    await recorder.record {
      let (gate, opening) = AsyncStream.makeStream(of: Void.self)
      var store: Store<Int, Sender.Action>? = Store(initialState: 0) {
        Reduce<Int, Sender.Action> { _, action in
          guard case .send = action else { return .none }
          return .run { send in
            for await _ in gate {}
            await send(.sent)
          }
        }
        .signpost()
      }
      let task = store?.send(.send)
      store = nil
      opening.finish()
      await task?.finish()
    }
    let outputs = recorder.events.count { if case .effectOutput = $0 { true } else { false } }
    let ends = recorder.events.compactMap { event in
      if case .effectEnd(_, _, let outputs) = event { Int(outputs) } else { nil }
    }
    #expect(ends == [outputs])
  }
}
