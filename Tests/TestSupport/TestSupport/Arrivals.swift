package import ComposableClocks
package import ComposableCombineSchedulers

extension TestSchedulerOf {
  /// Waits until so many pieces of work are scheduled.
  package func arrival(of count: Int = 1) async {
    while workCount < count { await Task.yield() }
  }
}

extension TestClock {
  /// Waits until so many wait on the clock.
  package func arrival(of count: Int = 1) async {
    while waiterCount < count { await Task.yield() }
  }
}
