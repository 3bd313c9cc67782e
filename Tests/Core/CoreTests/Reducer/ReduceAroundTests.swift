import ComposableCore
import Testing

/// Higher-order reducers whose base is prepared once.
@MainActor
@Suite struct ReduceAroundTests {
  private final class Log {
    var lines: [String] = []
  }

  private struct Feature: Reducer {
    let log: Log

    var body: some Reducer<Int, Int> {
      evaluate()
      return Reduce { state, action in
        state += action
        return action == 3 ? .send(10) : .none
      }
    }

    private func evaluate() { log.lines.append("body") }
  }

  private struct Around<Base: Reducer<Int, Int>>: Reducer {
    let base: Base
    let log: Log

    var body: some Reducer<Int, Int> {
      Reduce(around: base) { state, action, base in
        log.lines.append("before \(action)")
        guard action >= 0 else { return .none }
        let effect = base(&state, action)
        log.lines.append("after \(state)")
        return effect
      }
    }
  }

  @Test func reduceAround_inStore_preparesBaseOnceAndRunsForEachAction() {
    let log = Log()
    let store = Store(initialState: 0) { Around(base: Feature(log: log), log: log) }
    for action in [1, -1, 3] { store.send(action) }
    #expect(
      log.lines == [
        "body", "before 1", "after 1", "before -1", "before 3", "after 4", "before 10", "after 14",
      ])
    #expect(store.state == 14)
  }

  @Test func reduceAround_withoutStore_runsBase() {
    let log = Log()
    var state = 0
    _ = Around(base: Feature(log: log), log: log).reduce(into: &state, action: 2)
    #expect(log.lines == ["before 2", "body", "after 2"])
    #expect(state == 2)
  }
}
