import ComposableCore

extension Suite {
  /// Running a reducer without a store: the additional cost of each kind of reducer.
  public static let reduce = Suite(
    "reduce",
    benchmarks: alone + nested + unprepared + composed + elements,
    figures: [
      Figure("Reduce / closure", .ratio("reduce/Reduce", to: "reduce/closure"), budget: 2),
      Figure("each level", .slope(depths("reduce/Scope"), per: "layer"), budget: 8),
      Figure(
        "each level, Scope only", .slope(depths("reduce/Scope only"), per: "layer"), budget: 8),
      Figure(
        "each combined reducer", .slope(points("reduce/combined", [2, 8]), per: "reducer")),
      Figure(
        "an element's action among n elements",
        .exponent(points("reduce/forEach", elementCounts), of: "elements"), budget: 0.1),
    ])

  // MARK: One reducer

  private static var alone: [Benchmark] {
    [
      Benchmark("reduce/closure") {
        let reduce = CounterReduce.opaque
        var state = Counter.State()
        return .synchronous { count in
          var current = state
          for _ in 0..<count { _ = reduce.body(&current, .incrementButtonTapped) }
          check(current.count == state.count + count, "each action that is reduced counts")
          state = current
        }
      },
      Benchmark("reduce/Reduce") {
        .reducing(
          .incrementButtonTapped, with: Counter(), state: Counter.State(), counter: \.count)
      },
    ]
  }

  /// The closure in ``Counter``, in a struct so that hiding it from the optimiser does not wrap it.
  private struct CounterReduce {
    let body: (inout Counter.State, Counter.Action) -> Effect<Counter.Action>

    static var opaque: CounterReduce {
      BenchSuites.opaque(
        CounterReduce { state, action in
          switch action {
          case .decrementButtonTapped: state.count -= 1
          case .incrementButtonTapped: state.count += 1
          case .numberChosen(let number): state.count = number
          }
          return .none
        })
    }
  }

  // MARK: Nested features

  private static var nested: [Benchmark] {
    [
      nested("reduce/Scope/1", Level1.self),
      nested("reduce/Scope/2", Level2.self),
      nested("reduce/Scope/5", Level5.self),
      nested("reduce/Scope/10", Level10.self),
      nested("reduce/Scope/20", Level20.self),
      nested("reduce/Scope only/1", Layer1.self),
      nested("reduce/Scope only/2", Layer2.self),
      nested("reduce/Scope only/5", Layer5.self),
      nested("reduce/Scope only/10", Layer10.self),
      nested("reduce/Scope only/20", Layer20.self),
    ]
  }

  private static func nested<R: Nesting>(_ name: String, _ feature: R.Type) -> Benchmark {
    Benchmark(name) {
      .reducing(
        R.action(.incrementButtonTapped), with: R(), state: R.State(), counter: \.counter.count)
    }
  }

  // MARK: Called by themselves

  /// Features that are called without a store, so that each action evaluates their bodies.
  private static var unprepared: [Benchmark] {
    [
      Benchmark("reduce/called, body") {
        .reducing(
          .incrementButtonTapped, with: Counter().calledByItself, state: Counter.State(),
          counter: \.count)
      },
      calledNested("reduce/called, Scope/1", Level1.self),
      calledNested("reduce/called, Scope/10", Level10.self),
    ]
  }

  private static func calledNested<R: Nesting>(_ name: String, _ feature: R.Type) -> Benchmark {
    Benchmark(name) {
      .reducing(
        R.action(.incrementButtonTapped), with: R().calledByItself, state: R.State(),
        counter: \.counter.count)
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

  /// Ten elements are few enough for a scan, a thousand are looked up in a hash table. That step is
  /// not growth, and the budget of the exponent leaves room for it.
  private static let elementCounts = [10, 1_000, 100_000, 1_000_000]

  /// A few elements only: growth with the collection would be due to the library, not to cache
  /// misses.
  private static var elements: [Benchmark] {
    elementCounts.map { size in
      Benchmark("reduce/forEach/\(size)") {
        let reducer = opaque(Rows()._prepare())
        var state: Rows.State? = Rows.State(rows: size)
        return .synchronous { count in
          guard var current = state.take() else { return }
          let before = current.count
          for pass in 0..<count {
            _ = reducer(&current, .rows(.element(id: element(pass, of: size), action: .tapped)))
          }
          check(current.count == before + count, "each action that is reduced counts")
          state = current
        }
      }
    }
  }
}

/// The id of one of the elements that are spread over a collection with the ids 0, 1, 2, …
func element(_ pass: Int, of size: Int) -> Int {
  let count = spreadCount(of: size)
  return (pass & (count - 1)) &* (size / count)
}

/// The number of elements that take turns: eight, or 64 in a large collection, whose hash table has
/// longer probe sequences for some than for others.
func spreadCount(of size: Int) -> Int { size < 64 ? 8 : 64 }
