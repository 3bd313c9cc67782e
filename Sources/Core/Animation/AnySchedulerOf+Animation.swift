extension AnySchedulerOf {
  /// Returns the scheduler. The animation has no effect here.
  public func animation(_ animation: Animation? = .default) -> Self { self }

  /// Returns the scheduler. The transaction has no effect here.
  public func transaction(_ transaction: Transaction) -> Self { self }
}
