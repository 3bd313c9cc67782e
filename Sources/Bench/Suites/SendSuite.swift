import ComposableCore

extension Suite {
  /// Sending an action: to a root store, through scoped stores, with observers, and with effects.
  public static let send = Suite(
    "send",
    benchmarks: root + scoped + observed + bystanders + withEffects,
    figures: [
      Figure("root / plain class", .ratio("send/root", to: "send/plain class"), budget: 2),
      Figure(
        "root / plain class, unchecked",
        .ratio("send/root", to: "send/plain class, unchecked")),
      Figure(
        "each scoped store, embedding", .slope(depths("send/embedding"), per: "layer"), budget: 8),
      Figure("each scoped store", .slope(depths("send/scoped"), per: "layer"), budget: 8),
      Figure(
        "each scoped store, Scope only", .slope(depths("send/scoped, Scope only"), per: "layer"),
        budget: 8),
      Figure(
        "observed by one / plain observable class",
        .ratio("send/observed/1", to: "send/observed, plain class/1"), budget: 1.1),
      Figure(
        "each observer", .slope(points("send/observed", [0, 1, 10, 100]), per: "observer")),
      Figure(
        "each observer, plain class",
        .slope(points("send/observed, plain class", [1, 10, 100]), per: "observer")),
      Figure(
        "unrelated child stores alive",
        .exponent(points("send/child stores alive", bystanderCounts), of: "stores"), budget: 0.05),
      Figure(
        "unrelated observers alive",
        .exponent(points("send/unrelated observers", bystanderCounts), of: "observers"),
        budget: 0.05),
      Figure(
        "run / bare Task", .ratio("send/effect/run", to: "send/effect/bare Task"), budget: 1.5),
    ])

  // MARK: One store

  private static var root: [Benchmark] {
    [
      Benchmark("send/plain class") {
        let counter = PlainCounter()
        return .synchronous { count in
          let before = counter.state.count
          for _ in 0..<count { counter.send(.incrementButtonTapped) }
          check(counter.state.count == before + count, "each action that is sent counts")
        }
      },
      Benchmark("send/plain class, unchecked") {
        let counter = UncheckedPlainCounter()
        return .synchronous { count in
          let before = counter.state.pointee.count
          for _ in 0..<count { counter.send(.incrementButtonTapped) }
          check(counter.state.pointee.count == before + count, "each action that is sent counts")
        }
      },
      Benchmark("send/root") {
        let store = Store(initialState: Counter.State()) { Counter() }
        return .sending(.incrementButtonTapped, to: store, counter: \.count)
      },
    ]
  }

  // MARK: Through scoped stores

  /// The action is sent to the innermost store, which is kept: scoping is measured elsewhere.
  private static var scoped: [Benchmark] {
    [
      scoped("send/scoped/1", Level1.self),
      scoped("send/scoped/2", Level2.self),
      scoped("send/scoped/5", Level5.self),
      scoped("send/scoped/10", Level10.self),
      scoped("send/scoped/20", Level20.self),
      scoped("send/scoped, Scope only/1", Layer1.self),
      scoped("send/scoped, Scope only/2", Layer2.self),
      scoped("send/scoped, Scope only/5", Layer5.self),
      scoped("send/scoped, Scope only/10", Layer10.self),
      scoped("send/scoped, Scope only/20", Layer20.self),
      embedding("send/embedding/1", Level1.self),
      embedding("send/embedding/2", Level2.self),
      embedding("send/embedding/5", Level5.self),
      embedding("send/embedding/10", Level10.self),
      embedding("send/embedding/20", Level20.self),
    ]
  }

  /// Only the cost of scoped stores: the root's reducer reads the action and does nothing.
  private static func embedding<R: Nesting>(_ name: String, _ feature: R.Type) -> Benchmark {
    Benchmark(name) {
      let received = Tally()
      let store = Store(initialState: R.State()) {
        Reduce<R.State, R.Action> { _, action in
          blackHole(action)
          received.count += 1
          return .none
        }
      }
      let counter = R.counter(of: store)
      return .synchronous { count in
        let before = received.count
        for _ in 0..<count { counter.send(.incrementButtonTapped) }
        check(received.count == before + count, "each action that is sent arrives")
      }
    }
  }

  private static func scoped<R: Nesting>(_ name: String, _ feature: R.Type) -> Benchmark {
    Benchmark(name) {
      let store = Store(initialState: R.State()) { R() }
      return .sending(.incrementButtonTapped, to: R.counter(of: store), counter: \.count)
    }
  }

  // MARK: Observed

  private static var observed: [Benchmark] {
    [0, 1, 10, 100].map(observed) + [1, 10, 100].map(plainObserved)
  }

  /// An observer is notified of one change only, and must read the state again to be notified of
  /// the next. So the whole cycle is measured: an action, `count` notifications, `count` reads.
  private static func observed(by count: Int) -> Benchmark {
    Benchmark("send/observed/\(count)") {
      let store = Store(initialState: Counter.State()) { Counter() }
      let observers = Observers(Array(repeating: { blackHole(store.count) }, count: count))
      return .synchronous { passes in
        let notifications = observers.notifications
        for _ in 0..<passes {
          store.send(.incrementButtonTapped)
          observers.update()
        }
        check(
          observers.notifications == notifications + passes * count, "each change notifies all")
      }
    }
  }

  /// The cost of the observers and of Swift's own Observation without a store.
  private static func plainObserved(by count: Int) -> Benchmark {
    Benchmark("send/observed, plain class/\(count)") {
      let counter = ObservableCounter()
      let observers = Observers(Array(repeating: { blackHole(counter.state.count) }, count: count))
      return .synchronous { passes in
        let notifications = observers.notifications
        for _ in 0..<passes {
          counter.send(.incrementButtonTapped)
          observers.update()
        }
        check(
          observers.notifications == notifications + passes * count, "each change notifies all")
      }
    }
  }

  // MARK: With unrelated stores and observers around

  private static let bystanderCounts = [10, 100, 1_000, 10_000]

  private static var bystanders: [Benchmark] {
    ([0] + bystanderCounts).flatMap { [childStoresAlive($0), unrelatedObservers($0)] }
  }

  private static func childStoresAlive(_ count: Int) -> Benchmark {
    Benchmark("send/child stores alive/\(count)") {
      let store = Store(initialState: Board.State(rows: count)) { Board() }
      let rows = Board.rowStores(of: store)
      return .synchronous { passes in
        let before = store.count
        for _ in 0..<passes { store.send(.incrementButtonTapped) }
        check(store.count == before + passes, "each action that is sent counts")
        check(rows.count == count, "the child stores are alive")
      }
    }
  }

  /// Each observer watches a row of its own, and the action changes none. An observer that is
  /// notified nevertheless reads again, as an observer does, and its time counts.
  private static func unrelatedObservers(_ count: Int) -> Benchmark {
    Benchmark("send/unrelated observers/\(count)") {
      let store = Store(initialState: Board.State(rows: count)) { Board() }
      let rows = Board.rowStores(of: store)
      let observers = Observers(rows.map { row in { blackHole(row.taps) } })
      return .synchronous { passes in
        let before = store.count
        for _ in 0..<passes {
          store.send(.incrementButtonTapped)
          observers.update()
        }
        check(store.count == before + passes, "each action that is sent counts")
      }
    }
  }

  // MARK: With effects

  private static var withEffects: [Benchmark] {
    [
      Benchmark("send/effect/bare Task") {
        .asynchronous { count in
          for _ in 0..<count { await Task {}.value }
        }
      },
      awaited("send/effect/none", .resultReceived),
      awaited("send/effect/send", .sendButtonTapped),
      awaited("send/effect/run", .runButtonTapped),
    ]
  }

  private static func awaited(_ name: String, _ action: Worker.Action) -> Benchmark {
    Benchmark(name) {
      let store = Store(initialState: Worker.State()) { Worker() }
      return .asynchronous { count in
        for _ in 0..<count { await store.send(action).finish() }
      }
    }
  }
}
