import ComposableCore
import Testing

@MainActor
@Suite struct OnChangeReducerTests {
  struct State: Equatable {
    var count = 0
    var log: [String] = []
  }

  @Test func runsAfterAChangeOnly() {
    let store = Store(initialState: State()) {
      Reduce<State, Int> { state, action in
        state.count = action
        return .none
      }
      .onChange(of: \.count) { oldValue, state in
        state.log.append("\(oldValue) -> \(state.count)")
        return state.count == 3 ? .send(4) : .none
      }
    }
    for action in [1, 1, 3] { store.send(action) }
    #expect(store.log == ["0 -> 1", "1 -> 3", "3 -> 4"])
  }

  @Test func onChange_afterAnActionWithAnEffect_runsAndMergesBothEffects() {
    let store = Store(initialState: State()) {
      Reduce<State, Int> { state, action in
        state.log.append("\(action)")
        guard action < 10 else { return .none }
        state.count = action
        return .send(10 * action)
      }
      .onChange(of: \.count) { oldValue, state in
        state.log.append("\(oldValue) -> \(state.count)")
        return .send(10 * state.count + 1)
      }
    }
    for action in [1, 1] { store.send(action) }
    #expect(store.log == ["1", "0 -> 1", "10", "11", "1", "10"])
  }

  @Test func runsFurtherReducersAfterAChange() {
    let store = Store(initialState: State()) {
      Reduce<State, Int> { state, action in
        state.count = action
        return .none
      }
      .onChange(of: \.count) { oldValue, newValue in
        Reduce { state, action in
          state.log.append("\(oldValue) -> \(newValue) by \(action)")
          return .none
        }
        if newValue == 3 {
          Reduce { _, _ in .send(4) }
        }
      }
    }
    for action in [1, 1, 3] { store.send(action) }
    #expect(store.log == ["0 -> 1 by 1", "1 -> 3 by 3", "3 -> 4 by 4"])
  }
}
