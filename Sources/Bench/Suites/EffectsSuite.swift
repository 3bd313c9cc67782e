import ComposableCore

extension Suite {
  /// Effects: the cost of each piece of work, and of cancelling one while many others run.
  public static let effects = Suite(
    "effects",
    benchmarks: awaited + nested + cancelled + missed,
    figures: [
      Figure("run / bare Task", .ratio("effects/run", to: "effects/bare Task"), budget: 1.5),
      Figure("each merged run", .slope(points("effects/merged runs", [1, 10]), per: "run")),
      Figure("each action sent", .slope(points("effects/actions", [1, 10]), per: "action")),
      Figure(
        "n nested concatenations",
        .exponent(points("effects/nested concatenations", nestedCounts), of: "levels"),
        budget: 1.1),
      Figure(
        "cancel one of n",
        .exponent(points("effects/cancel one among", runningCounts), of: "effects"), budget: 0.05),
      Figure(
        "timer that missed n ticks",
        .exponent(points("effects/timer, missed", missedCounts), of: "ticks"), budget: 0.05),
    ])

  // MARK: Sent and awaited

  private static var awaited: [Benchmark] {
    [
      Benchmark("effects/bare Task") {
        .asynchronous { count in
          for _ in 0..<count { await Task {}.value }
        }
      },
      awaited("effects/send", .sendButtonTapped),
      awaited("effects/run", .runButtonTapped),
      awaited("effects/merged runs/1", .mergeButtonTapped(1)),
      awaited("effects/merged runs/10", .mergeButtonTapped(10)),
      awaited("effects/actions/1", .resultsRequested(1)),
      awaited("effects/actions/10", .resultsRequested(10)),
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

  // MARK: Nested

  private static let nestedCounts = [10, 100, 1_000]

  /// Concatenations, each of which is the last part of another, with one cancellation id.
  private static var nested: [Benchmark] {
    nestedCounts.map { count in
      Benchmark("effects/nested concatenations/\(count)") {
        let effect = (0..<count).reduce(Effect<Void>.none) { effect, _ in
          .concatenate(.run { _ in }, effect).cancellable(id: 0)
        }
        let store = Store(initialState: 0) { Reduce<Int, Void> { _, _ in effect } }
        return .asynchronous { passes in
          for _ in 0..<passes { await store.send(()).finish() }
        }
      }
    }
  }

  // MARK: Cancelled

  private static let runningCounts = [10, 100, 1_000, 10_000]

  private static var cancelled: [Benchmark] {
    runningCounts.map(cancelOne) + [
      Benchmark("effects/cancel in flight") {
        let store = Store(initialState: Worker.State()) { Worker() }
        var running = store.send(.restartButtonTapped(id: 0))
        return .asynchronous { count in
          for _ in 0..<count {
            await Task.yield()
            let next = store.send(.restartButtonTapped(id: 0))
            await running.finish()
            running = next
          }
        }
      }
    ]
  }

  /// An additional effect is started, gets a turn to run, and is cancelled, while `count` others
  /// wait.
  private static func cancelOne(among count: Int) -> Benchmark {
    Benchmark("effects/cancel one among/\(count)") {
      let store = Store(initialState: Worker.State()) { Worker() }
      for id in 1...count { store.send(.waitButtonTapped(id: id)) }
      return .asynchronous { passes in
        for _ in 0..<passes {
          let task = store.send(.waitButtonTapped(id: 0))
          await Task.yield()
          store.send(.cancelButtonTapped(id: 0))
          await task.finish()
        }
      }
    }
  }

  // MARK: Timers

  /// A second, a day and a month of a timer that ticks each second.
  private static let missedCounts = [1, 86_400, 2_592_000]

  /// A timer ticks again after its machine was suspended for as many ticks.
  private static var missed: [Benchmark] {
    missedCounts.map { count in
      Benchmark("effects/timer, missed/\(count)") {
        let clock = JumpingClock()
        let ticks = clock.timer(interval: .seconds(1))
        return .asynchronous { passes in
          var iterator = ticks.makeAsyncIterator()
          for _ in 0..<passes {
            clock.jump(by: .seconds(count))
            let tick = await iterator.next()
            check(tick != nil, "the timer goes on")
          }
        }
      }
    }
  }
}
