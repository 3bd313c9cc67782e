import ComposableCore

extension Suite {
  /// Explored orders: `explore` runs a program once for each, and compares its states.
  public static let exploring = Suite(
    "exploring",
    benchmarks: effectCounts.map(order),
    figures: [
      Figure(
        "each effect of an order",
        .slope(points("exploring/order", effectCounts), per: "effect"))
    ])

  private static let effectCounts = [1, 5, 10]

  /// The usual order of a program with `count` effects, each of which waits and sends an action.
  private static func order(of count: Int) -> Benchmark {
    Benchmark("exploring/order/\(count)") {
      let states = StateNumbers()
      return .synchronous { passes in
        check(ExploredRun.begin(), "the runtime has the hooks")
        defer { ExploredRun.end() }
        for _ in 0..<passes {
          let run = ExploredRun(states: states, maximumSteps: 10_000, keepsChanges: false) { _, _ in
            0
          }
          let store = run.entering {
            let store = Store(initialState: Loads.State()) { Loads() }
            store.send(.loadButtonTapped(count))
            return store
          }
          run.runJobs()
          check(store.state.loaded == count, "all effects have ended")
        }
      }
    }
  }
}
