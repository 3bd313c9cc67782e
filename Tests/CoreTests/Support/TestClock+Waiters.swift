import ComposableCore

extension TestClock {
  /// Waits until so many wait on the clock.
  func arrival(of count: Int = 1) async {
    while waiterCount < count { await Task.yield() }
  }
}
