import ComposableCore
import Observation

extension Suite {
  /// A few operations of other suites in a process that has done nothing yet. Measured before
  /// everything else.
  public static let fresh = Suite("fresh", benchmarks: benchmarks(in: "fresh") {})

  /// The same in a process in which a million stores, observers, rows and presented children have
  /// come and gone.
  public static let aged = Suite("aged", benchmarks: benchmarks(in: "aged", after: Aging.age))

  private static func benchmarks(
    in suite: String, after prepare: @escaping @MainActor @Sendable () -> Void
  ) -> [Benchmark] {
    func benchmark(
      _ name: String, _ setUp: @escaping @MainActor @Sendable () -> Operation
    ) -> Benchmark {
      Benchmark("\(suite)/\(name)") {
        prepare()
        return setUp()
      }
    }
    return [
      benchmark("send to root") {
        .sending(
          .incrementButtonTapped, to: Store(initialState: Counter.State()) { Counter() },
          counter: \.count)
      },
      benchmark("send to a row's store") {
        let store = Store(initialState: Rows.State(rows: 100)) { Rows() }
        return .sending(
          .tapped, to: store.scope(\.rows, action: \.rows)[50], counter: \.taps)
      },
      benchmark("send to a presented store") {
        let store = Store(initialState: Tree.State(depth: 1)) { Tree() }
        return .sending(
          .incrementButtonTapped, to: Tree.presented(by: store, depth: 1)[1], counter: \.count)
      },
      benchmark("send, observable rows") {
        let store = Store(initialState: ObservedRows.State(rows: 100)) { ObservedRows() }
        return .synchronous { count in
          let before = store.state.rows[50].taps
          for _ in 0..<count { store.send(.tapped(row: 50)) }
          check(store.state.rows[50].taps == before + count, "each action that is sent counts")
        }
      },
      benchmark("send, observed row") {
        let store = Store(initialState: ObservedRows.State(rows: 100)) { ObservedRows() }
        let observers = Observers([{ blackHole(store.rows[50].taps) }])
        return .synchronous { count in
          let notifications = observers.notifications
          for _ in 0..<count {
            store.send(.tapped(row: 50))
            observers.update()
          }
          check(observers.notifications == notifications + count, "each change is noticed")
        }
      },
      benchmark("scope") {
        let store = Store(initialState: Level1.State()) { Level1() }
        let child = store.scope(\.child, action: \.child)
        return .synchronous { count in
          for _ in 0..<count {
            blackHole(ObjectIdentifier(store.scope(\.child, action: \.child)))
          }
          check(store.scope(\.child, action: \.child) === child, "the same store")
        }
      },
      benchmark("scope to a row") {
        let store = Store(initialState: Rows.State(rows: 100)) { Rows() }
        let row = store.scope(\.rows, action: \.rows)[50]
        return .synchronous { count in
          for _ in 0..<count {
            blackHole(ObjectIdentifier(store.scope(\.rows, action: \.rows)[50]))
          }
          check(store.scope(\.rows, action: \.rows)[50] === row, "the same store")
        }
      },
      benchmark("present, scope and dismiss") {
        let store = Store(initialState: Tree.State()) { Tree() }
        return .synchronous { count in
          for _ in 0..<count { Aging.present(in: store) }
        }
      },
      benchmark("root store") {
        .synchronous { count in
          for _ in 0..<count {
            blackHole(ObjectIdentifier(Store(initialState: Level1.State()) { Level1() }))
          }
        }
      },
      benchmark("root store, observable") {
        .synchronous { count in
          for _ in 0..<count {
            blackHole(
              ObjectIdentifier(
                Store(initialState: ObservedRows.State(rows: 0)) { ObservedRows() }))
          }
        }
      },
      benchmark("property") {
        let store = Store(initialState: Level1.State()) { Level1() }
        return .synchronous { count in
          for _ in 0..<count { blackHole(store.volume) }
        }
      },
    ]
  }
}

/// Operations that age a process.
@MainActor
enum Aging {
  // A debug build measures nothing, and is only to show that all of it runs.
  #if DEBUG
    private static let generations = 10_000
  #else
    private static let generations = 1_000_000
  #endif

  /// Lets everything come and go, once in a process.
  static func age() { once }

  private static let once: Void = {
    let tree = Store(initialState: Tree.State()) { Tree() }
    let visitors = Store(initialState: Visitors.State()) { Visitors() }
    let watched = Store(initialState: ObservedRows.State(rows: 10)) { ObservedRows() }
    for generation in 0..<generations {
      present(in: tree)
      visit(visitors)
      observe(in: watched, row: generation % 10)
      let store = Store(initialState: ObservedRows.State(rows: 1)) { ObservedRows() }
      observe(in: store, row: 0)
    }
    // Key paths with captured values take a multiple of all else.
    for _ in 0..<generations / 100 { visitByID(visitors) }
  }()

  /// Presents a child, has its store made, and dismisses it.
  static func present(in store: StoreOf<Tree>) {
    store.send(.presentButtonTapped)
    blackHole(store.scope(\.child, action: \.child.presented).map(ObjectIdentifier.init))
    store.send(.dismissButtonTapped)
  }

  /// Adds a row, has its store made, and removes it.
  static func visit(_ store: StoreOf<Visitors>) {
    store.send(.came)
    blackHole(ObjectIdentifier(store.scope(\.rows, action: \.rows)[0]))
    store.send(.left)
  }

  /// The same, with the store scoped by the row's id.
  static func visitByID(_ store: StoreOf<Visitors>) {
    let id = store.nextID
    store.send(.came)
    blackHole(store.scope(\.rows[id: id], action: \.rows[id: id]).map(ObjectIdentifier.init))
    store.send(.left)
  }

  /// Observes a field, and changes it, which ends the observation.
  static func observe(in store: StoreOf<ObservedRows>, row: Int) {
    withObservationTracking {
      blackHole(store.rows[row].taps)
    } onChange: {
    }
    store.send(.tapped(row: row))
  }
}
