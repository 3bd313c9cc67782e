import ComposableCore
import Observation

extension Suite {
  /// Stores on actors of their own, many of them, whose fields are observed.
  public static let actors = Suite(
    "actors",
    benchmarks: counts.map(observed),
    figures: [
      Figure(
        "one of n observed stores", .exponent(points("actors/observed", counts), of: "stores"),
        budget: 0.1)
    ])

  private static let counts = [10, 1_000, 100_000]

  /// As many stores are alive, and a field of each is observed. One of them is sent an action that
  /// changes the field, and its observer reads it again.
  private static func observed(_ count: Int) -> Benchmark {
    Benchmark("actors/observed/\(count)") {
      let crowd = Crowd(count)
      return .asynchronous { passes in
        await crowd.observeAll()
        let notifications = crowd.notifications
        for pass in 0..<passes { await crowd.tap(pass &* 8191 % count) }
        check(
          crowd.notifications == notifications + passes, "each change notifies its observer")
      }
    }
  }

  /// Stores with an observer each.
  @MainActor
  private final class Crowd {
    private let stores: [StoreActorOf<ObservedRows>]
    private let notified = LockIsolated(0)
    private var isObserved = false

    init(_ count: Int) {
      stores = (0..<count).map { _ in Self.makeStore() }
    }

    private nonisolated static func makeStore() -> StoreActorOf<ObservedRows> {
      StoreActor(initialState: ObservedRows.State(rows: 1)) { ObservedRows() }
    }

    var notifications: Int { notified.value }

    /// The first batch waits for all stores to be read.
    func observeAll() async {
      guard !isObserved else { return }
      isObserved = true
      for store in stores { await read(store) }
    }

    func tap(_ index: Int) async {
      await stores[index].send(.tapped(row: 0))
      await read(stores[index])
    }

    private func read(_ store: StoreActorOf<ObservedRows>) async {
      await store.observeFirstRow { [notified] in notified.withValue { $0 += 1 } }
    }
  }
}

extension StoreActor<ObservedRows.State, ObservedRows.Action> {
  /// Reads a field, and has its next change reported.
  fileprivate func observeFirstRow(_ onChange: @escaping @Sendable () -> Void) {
    withObservationTracking {
      blackHole(state.rows[0].taps)
    } onChange: {
      onChange()
    }
  }
}
