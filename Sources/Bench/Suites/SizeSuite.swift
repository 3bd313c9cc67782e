import ComposableCore

extension Suite {
  /// Changing one element of a large state: its size must not matter, as nothing is copied.
  public static let size = Suite(
    "size",
    benchmarks: sizes.flatMap { [rows($0), array($0), dictionary($0)] },
    figures: ["forEach", "array", "dictionary"].map { collection in
      Figure(
        "\(collection) of n elements",
        .exponent(points("size/\(collection)", sizes), of: "elements"),
        budget: 0.1)
    })

  private static let sizes = [10, 1_000, 100_000, 1_000_000]

  private static func rows(_ size: Int) -> Benchmark {
    Benchmark("size/forEach/\(size)") {
      let store = Store(initialState: Rows.State(rows: size)) { Rows() }
      return .synchronous { count in
        let before = store.count
        for pass in 0..<count {
          store.send(.rows(.element(id: element(pass, of: size), action: .tapped)))
        }
        check(store.count == before + count, "each action that is sent counts")
      }
    }
  }

  private static func array(_ size: Int) -> Benchmark {
    Benchmark("size/array/\(size)") {
      let store = Store(initialState: Array(repeating: 0, count: size)) {
        Reduce<[Int], Int> { state, index in
          state[index] += 1
          return .none
        }
      }
      return .synchronous { count in
        let before = store.state[0]
        for pass in 0..<count { store.send(element(pass, of: size)) }
        check(store.state[0] == before + share(of: count, size), "the first element has its share")
      }
    }
  }

  private static func dictionary(_ size: Int) -> Benchmark {
    Benchmark("size/dictionary/\(size)") {
      let state = Dictionary(uniqueKeysWithValues: (0..<size).map { ($0, 0) })
      let store = Store(initialState: state) {
        Reduce<[Int: Int], Int> { state, key in
          state[key, default: 0] += 1
          return .none
        }
      }
      return .synchronous { count in
        let before = store.state[0, default: 0]
        for pass in 0..<count { store.send(element(pass, of: size)) }
        check(
          store.state[0, default: 0] == before + share(of: count, size),
          "the first element has its share")
      }
    }
  }

  /// The number of actions of the first element among as many actions.
  private static func share(of count: Int, _ size: Int) -> Int {
    (count + spreadCount(of: size) - 1) / spreadCount(of: size)
  }
}
