import BenchSuites

extension Operation {
  /// The time of one batch, in nanoseconds.
  ///
  /// What an operation retains is given up after the clock was read: it is another cost.
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

  /// Objects that are kept need memory: there is a limit to how many of them fit in one batch.
  var largestBatch: Int {
    if case .retained = self { return 100_000 }
    return 1 << 40
  }

  var isRetained: Bool {
    if case .retained = self { return true }
    return false
  }
}
