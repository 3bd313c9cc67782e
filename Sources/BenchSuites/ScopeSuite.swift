import ComposableCore

extension Suite {
  /// Asking for a child's store, and reading the state through stores.
  public static let scope = Suite(
    "scope",
    benchmarks: scoping + reading,
    figures: [
      Figure(
        "first scope, ns", .difference("scope/new store, scoped", from: "scope/new store"),
        budget: 300),
      Figure("cached scope, ns", .difference("scope/cached", from: "scope/loop"), budget: 50),
      Figure(
        "state through n stores", .exponent(depths("scope/state"), of: "layers"), budget: 0.05),
      Figure(
        "property through n stores", .exponent(depths("scope/property"), of: "layers"),
        budget: 0.05),
    ])

  // MARK: Scoping

  /// A store makes a child's store only once, so each first scope needs a new parent. Its creation
  /// is measured on its own and subtracted. Both include the release: of the parent, and of parent
  /// and child.
  private static var scoping: [Benchmark] {
    [
      Benchmark("scope/new store") {
        .synchronous { count in
          for _ in 0..<count {
            blackHole(Store(initialState: Level<Counter>.State()) { Level<Counter>() })
          }
        }
      },
      Benchmark("scope/new store, scoped") {
        .synchronous { count in
          for _ in 0..<count {
            let store = Store(initialState: Level<Counter>.State()) { Level<Counter>() }
            blackHole(store.scope(\.child, action: \.child))
          }
        }
      },
      Benchmark("scope/cached") {
        let store = Store(initialState: Level<Counter>.State()) { Level<Counter>() }
        let child = store.scope(\.child, action: \.child)
        return .synchronous { count in
          for _ in 0..<count { blackHole(store.scope(\.child, action: \.child)) }
          check(store.scope(\.child, action: \.child) === child, "the same store each time")
        }
      },
      Benchmark("scope/loop") {
        let child = Store(initialState: Counter.State()) { Counter() }
        return .synchronous { count in
          for _ in 0..<count { blackHole(child) }
        }
      },
    ]
  }

  // MARK: Reading

  private static var reading: [Benchmark] {
    [
      state("scope/state/root", Counter.self),
      state("scope/state/1", Level<Counter>.self),
      state("scope/state/2", Levels2<Counter>.self),
      state("scope/state/5", Levels5<Counter>.self),
      state("scope/state/10", Levels10<Counter>.self),
      state("scope/state/20", Levels20<Counter>.self),
      property("scope/property/root", Counter.self),
      property("scope/property/1", Level<Counter>.self),
      property("scope/property/2", Levels2<Counter>.self),
      property("scope/property/5", Levels5<Counter>.self),
      property("scope/property/10", Levels10<Counter>.self),
      property("scope/property/20", Levels20<Counter>.self),
    ]
  }

  private static func state<R: Nesting>(_ name: String, _ feature: R.Type) -> Benchmark {
    Benchmark(name) {
      let root = Store(initialState: R.initialState) { R() }
      let store = R.counter(of: root)
      store.send(.numberChosen(42))
      return .synchronous { count in
        for _ in 0..<count { blackHole(store.state) }
        check(store.state.count == 42, "what was sent is read")
      }
    }
  }

  private static func property<R: Nesting>(_ name: String, _ feature: R.Type) -> Benchmark {
    Benchmark(name) {
      let root = Store(initialState: R.initialState) { R() }
      let store = R.counter(of: root)
      store.send(.numberChosen(42))
      return .synchronous { count in
        for _ in 0..<count { blackHole(store.count) }
        check(store.count == 42, "what was sent is read")
      }
    }
  }
}
