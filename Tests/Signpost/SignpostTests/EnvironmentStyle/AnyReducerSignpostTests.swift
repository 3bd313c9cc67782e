import ComposableCore
import Signpost
import Testing

@MainActor
@Suite struct AnyReducerSignpostTests {
  private func makeReducer(_ prefix: String) -> AnyReducer<Int, Int, Int> {
    AnyReducer { state, action, step in
      state += step
      return action == 2 ? .run { send in await send(3) } : .none
    }
    .signpost(prefix)
  }

  /// The events equal the events of the modern wrapper, in one store and in another that shares the
  /// reducer.
  @Test func recordsWhatTheModernOneRecords() async {
    let shared = makeReducer("p")
    let old = SignpostRecorder()
    await old.record {
      for step in 1...2 {
        let store = Store(initialState: 0, reducer: shared, environment: step)
        await store.send(2).finish()
        #expect(store.state == 2 * step)
      }
    }
    let modern = SignpostRecorder()
    await modern.record {
      for step in 1...2 {
        let store = Store(initialState: 0) {
          Reduce<Int, Int> { state, action in
            state += step
            return action == 2 ? .run { send in await send(3) } : .none
          }
          .signpost("p")
        }
        await store.send(2).finish()
      }
    }
    #expect(old.events == modern.events)
    #expect(old.events.count == 2 * 9)
  }

  @Test func recordsNothingWhileNobodyListens() async {
    let store = Store(initialState: 0, reducer: makeReducer("p"), environment: 1)
    let recorder = SignpostRecorder()
    await store.send(2).finish()
    #expect(recorder.events.isEmpty)
    #expect(store.state == 2)
  }
}
