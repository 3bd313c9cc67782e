import ComposableCore

extension Suite {
  /// Memory usage: of a store, a scoped store, a running effect, and an observer.
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
      // Ended objects keep no memory: these are 0 in the long run.
      ended("memory/presented child that ended", of: Tree(), Tree.State(), Aging.present),
      ended("memory/row that ended", of: Visitors(), Visitors.State(), Aging.visit),
      ended("memory/row by id that ended", of: Visitors(), Visitors.State(), Aging.visitByID),
      ended("memory/observer that ended", of: ObservedRows(), ObservedRows.State(rows: 10)) {
        Aging.observe(in: $0, row: 5)
      },
      Benchmark("memory/observer") {
        .retained { count in
          let store = Store(initialState: Counter.State()) { Counter() }
          return (0..<count).map { _ in observe { blackHole(store.count) } }
        }
      },
    ])

  /// A store in which objects come and go: only the memory of the store is kept.
  private static func ended<Feature: Reducer>(
    _ name: String, of feature: Feature, _ state: Feature.State,
    _ comeAndGo: @escaping @MainActor @Sendable (StoreOf<Feature>) -> Void
  ) -> Benchmark where Feature: Sendable, Feature.State: Sendable {
    Benchmark(name) {
      .retained { count in
        let store = Store(initialState: state) { feature }
        for _ in 0..<count { comeAndGo(store) }
        return [store]
      }
    }
  }

  /// Keeps the store, too: its effects would end with it.
  private struct RunningWork {
    let store: StoreOf<Worker>
    let task: StoreTask
  }
}
