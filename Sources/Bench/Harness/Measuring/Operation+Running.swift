import BenchSuites

extension Operation {
  /// The time of one batch, in nanoseconds.
  ///
  /// Retained objects are released after the clock was read: that is a separate cost.
  @MainActor
  func time(count: Int) async -> UInt64 {
    let start: UInt64
    let end: UInt64
    switch self {
    case .synchronous(let body):
      start = Clock.now()
      body(count)
      end = Clock.now()
    case .asynchronous(let body):
      start = Clock.now()
      await body(count)
      end = Clock.now()
    case .retained(let body):
      start = Clock.now()
      let objects = body(count)
      end = Clock.now()
      withExtendedLifetime(objects) {}
    }
    return end - start
  }

  /// Retained objects need memory, which limits their number in a batch.
  var largestBatch: Int {
    if case .retained = self { return 100_000 }
    return 1 << 40
  }

  var kind: BenchmarkResult.Kind {
    switch self {
    case .synchronous: .synchronous
    case .asynchronous: .asynchronous
    case .retained: .retained
    }
  }
}
