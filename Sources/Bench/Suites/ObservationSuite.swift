import ComposableCore

extension Suite {
  /// The cost of notifying a screen of changes to the fields that it reads, and of no others.
  public static let observation = Suite(
    "observation",
    benchmarks: screens.map(screen) + crowds.map(oneOf) + [plainClass],
    figures: [
      Figure(
        "one field / plain observable class",
        .ratio("observation/screen/1", to: "observation/plain class"), budget: 1.1),
      Figure(
        "one of n observed fields", .exponent(points("observation/one of", crowds), of: "fields"),
        budget: 0.1),
    ])

  private static let screens = [1, 10, 100]
  private static let crowds = [10, 1_000, 100_000]

  /// One observer reads a field of each row. An action changes one of them, and the observer reads
  /// all again.
  private static func screen(_ size: Int) -> Benchmark {
    Benchmark("observation/screen/\(size)") {
      let store = Store(initialState: ObservedRows.State(rows: size)) { ObservedRows() }
      let observers = Observers([{ for row in store.rows { blackHole(row.taps) } }])
      return measured(store, observers, size)
    }
  }

  /// One observer for a field of each row. An action changes one of the fields, and its observer
  /// reads it again.
  private static func oneOf(_ size: Int) -> Benchmark {
    Benchmark("observation/one of/\(size)") {
      let store = Store(initialState: ObservedRows.State(rows: size)) { ObservedRows() }
      let observers = Observers((0..<size).map { index in { blackHole(store.rows[index].taps) } })
      return measured(store, observers, size)
    }
  }

  /// The cost of an observer of one field without a store.
  private static let plainClass = Benchmark("observation/plain class") {
    let counter = ObservableCounter()
    let observers = Observers([{ blackHole(counter.state.count) }])
    return .synchronous { passes in
      let notifications = observers.notifications
      for _ in 0..<passes {
        counter.send(.incrementButtonTapped)
        observers.update()
      }
      check(observers.notifications == notifications + passes, "each change notifies its observer")
    }
  }

  private static func measured(
    _ store: StoreOf<ObservedRows>, _ observers: Observers, _ size: Int
  ) -> Operation {
    .synchronous { passes in
      let notifications = observers.notifications
      for pass in 0..<passes {
        store.send(.tapped(row: pass &* 8191 % size))
        observers.update()
      }
      check(observers.notifications == notifications + passes, "each change notifies its observer")
    }
  }
}
