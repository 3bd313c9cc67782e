import ComposableCore

extension Suite {
  /// Running a reducer without a store: what each kind of reducer adds to the closure in it.
  public static let reduce = Suite(
    "reduce",
    benchmarks: alone + nested + composed + elements,
    figures: [
      Figure("Reduce / closure", .ratio("reduce/Reduce", to: "reduce/closure"), budget: 2),
      Figure("each level", .slope(depths("reduce/Scope"), per: "layer"), budget: 8),
      Figure(
        "each level, Scope only", .slope(depths("reduce/Scope only"), per: "layer"), budget: 8),
      Figure(
        "each combined reducer", .slope(points("reduce/combined", [2, 8]), per: "reducer")),
      Figure(
        "an element's action among n elements",
        .exponent(points("reduce/forEach", elementCounts), of: "elements"), budget: 0.05),
    ])

  // MARK: One reducer

  private static var alone: [Benchmark] {
    [
      Benchmark("reduce/closure") {
        let update: (inout Counter.State, Counter.Action) -> Effect<Counter.Action> =
          opaque { state, action in
            switch action {
            case .decrementButtonTapped: state.count -= 1
            case .incrementButtonTapped: state.count += 1
            case .numberChosen(let number): state.count = number
            }
            return .none
          }
        var state = Counter.State()
        var reduced = 0
        return .synchronous { count in
          for _ in 0..<count { _ = update(&state, .incrementButtonTapped) }
          reduced += count
          check(state.count == reduced, "each action that is reduced counts")
        }
      },
      Benchmark("reduce/Reduce") {
        .reducing(
          .incrementButtonTapped, with: Counter(), state: Counter.State(), counter: \.count)
      },
    ]
  }

  // MARK: Nested features

  private static var nested: [Benchmark] {
    [
      nested("reduce/Scope/1", Level<Counter>.self),
      nested("reduce/Scope/2", Levels2<Counter>.self),
      nested("reduce/Scope/5", Levels5<Counter>.self),
      nested("reduce/Scope/10", Levels10<Counter>.self),
      nested("reduce/Scope/20", Levels20<Counter>.self),
      nested("reduce/Scope only/1", Wrapper<Counter>.self),
      nested("reduce/Scope only/2", Wrappers2<Counter>.self),
      nested("reduce/Scope only/5", Wrappers5<Counter>.self),
      nested("reduce/Scope only/10", Wrappers10<Counter>.self),
      nested("reduce/Scope only/20", Wrappers20<Counter>.self),
    ]
  }

  @inline(__always)
  private static func nested<R: Nesting>(_ name: String, _ feature: R.Type) -> Benchmark {
    Benchmark(name) {
      .reducing(
        R.action(.incrementButtonTapped), with: R(), state: R.initialState, counter: R.count)
    }
  }

  // MARK: Other ways to compose

  private static var composed: [Benchmark] {
    [
      Benchmark("reduce/ifLet") {
        .reducing(
          .counter(.incrementButtonTapped), with: Detail(), state: Detail.State(),
          counter: { $0.counter?.count ?? 0 })
      },
      Benchmark("reduce/combined/2") {
        let reducer = CombineReducers {
          Counter()
          Counter()
        }
        return .reducing(
          .incrementButtonTapped, with: reducer, state: Counter.State(), counter: { $0.count / 2 })
      },
      Benchmark("reduce/combined/8") {
        let reducer = CombineReducers {
          Counter()
          Counter()
          Counter()
          Counter()
          Counter()
          Counter()
          Counter()
          Counter()
        }
        return .reducing(
          .incrementButtonTapped, with: reducer, state: Counter.State(), counter: { $0.count / 8 })
      },
    ]
  }

  // MARK: Collections

  private static let elementCounts = [10, 1_000, 100_000, 1_000_000]

  /// The same element each time: what grows with a collection would be the library's work, and not
  /// how long the memory takes to answer.
  private static var elements: [Benchmark] {
    elementCounts.map { size in
      Benchmark("reduce/forEach/\(size)") {
        .reducing(
          .rows(.element(id: size / 2, action: .tapped)), with: Rows(),
          state: Rows.State(rows: size), counter: { $0.rows[size / 2].taps })
      }
    }
  }
}
