extension Effect {
  /// Delivers at most one action of the effects with the same id per interval.
  ///
  /// The first action is delivered at once. Of those that are sent during the interval that
  /// follows, one is delivered at its end, which starts another interval.
  ///
  /// ```swift
  /// case .sliderMoved(let value):
  ///   return .send(.seek(value))
  ///     .throttle(id: CancelID.seek, for: .milliseconds(100), clock: clock, latest: true)
  /// ```
  ///
  /// Each effect starts at once, and cancels the previous one with the same id together with its
  /// waiting action. Only actions are throttled: to limit how often work is done, throttle the
  /// action that starts it, as above.
  ///
  /// - Parameters:
  ///   - id: The id of the effects. ``cancel(id:)`` cancels a running one, and a waiting action.
  ///   - interval: The time between two actions.
  ///   - clock: The clock that measures the interval.
  ///   - latest: Whether to deliver the last action of an interval at its end, rather than the
  ///     first.
  public func throttle<C: Clock>(
    id: some Hashable & Sendable,
    for interval: C.Duration,
    clock: C,
    latest: Bool
  ) -> Self {
    guard let node else { return .none }
    return Self(
      node: ThrottledNode(
        node, ActionThrottle(id: CancelID(id), interval: interval, clock: clock, latest: latest)))
  }
}
