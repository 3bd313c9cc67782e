import ComposableCore

extension Suite {
  /// Scoping to a child's store, and reading the state through stores.
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

  /// A store creates a child's store only once, so each first scope needs a new parent. Its
  /// creation is measured separately and subtracted. Both include the release: of the parent, and
  /// of parent and child.
  private static var scoping: [Benchmark] {
    [
      Benchmark("scope/new store") {
        .synchronous { count in
          for _ in 0..<count {
            blackHole(ObjectIdentifier(Store(initialState: Level1.State()) { Level1() }))
          }
        }
      },
      Benchmark("scope/new store, scoped") {
        .synchronous { count in
          for _ in 0..<count {
            let store = Store(initialState: Level1.State()) { Level1() }
            blackHole(ObjectIdentifier(store.scope(\.child, action: \.child)))
          }
        }
      },
      Benchmark("scope/cached") {
        let store = Store(initialState: Level1.State()) { Level1() }
        let child = store.scope(\.child, action: \.child)
        return .synchronous { count in
          for _ in 0..<count {
            blackHole(ObjectIdentifier(store.scope(\.child, action: \.child)))
          }
          check(store.scope(\.child, action: \.child) === child, "the same store each time")
        }
      },
      Benchmark("scope/loop") {
        let child = ObjectIdentifier(Store(initialState: Counter.State()) { Counter() })
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
      state("scope/state/1", Level1.self),
      state("scope/state/2", Level2.self),
      state("scope/state/5", Level5.self),
      state("scope/state/10", Level10.self),
      state("scope/state/20", Level20.self),
      property("scope/property/root", Counter.self),
      property("scope/property/1", Level1.self),
      property("scope/property/2", Level2.self),
      property("scope/property/5", Level5.self),
      property("scope/property/10", Level10.self),
      property("scope/property/20", Level20.self),
    ]
  }

  private static func state<R: Nesting>(_ name: String, _ feature: R.Type) -> Benchmark {
    Benchmark(name) {
      let root = Store(initialState: R.State()) { R() }
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
      let root = Store(initialState: R.State()) { R() }
      let store = R.counter(of: root)
      store.send(.numberChosen(42))
      return .synchronous { count in
        for _ in 0..<count { blackHole(store.count) }
        check(store.count == 42, "what was sent is read")
      }
    }
  }
}
