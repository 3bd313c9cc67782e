import ComposableCore

extension Suite {
  /// What is kept in memory: for a store, a scoped store, a running effect, and an observer.
  public static let memory = Suite(
    "memory",
    benchmarks: [
      Benchmark("memory/root store") {
        .retained { count in
          (0..<count).map { _ in
            Store(initialState: Level1.State()) { Level1() }
          }
        }
      },
      Benchmark("memory/root and scoped store") {
        .retained { count in
          (0..<count).map { _ in
            let store = Store(initialState: Level1.State()) { Level1() }
            return store.scope(\.child, action: \.child)
          }
        }
      },
      Benchmark("memory/running effect") {
        .retained { count in
          let store = Store(initialState: Worker.State()) { Worker() }
          return (0..<count).map { id in
            RunningWork(store: store, task: store.send(.waitButtonTapped(id: id)))
          }
        }
      },
      Benchmark("memory/observer") {
        .retained { count in
          let store = Store(initialState: Counter.State()) { Counter() }
          return (0..<count).map { _ in observe { blackHole(store.count) } }
        }
      },
    ])

  /// Keeps the store, too: its effects would end with it.
  private struct RunningWork {
    let store: StoreOf<Worker>
    let task: StoreTask
  }
}
