extension Effect {
  /// Starts this effect after an interval in which no other one with the same id was returned.
  ///
  /// Each new one cancels the previous one, whether it waits or runs already.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   state.query = query
  ///   return .run { send in
  ///     await send(.results(try await api.search(query)))
  ///   }
  ///   .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
  /// ```
  ///
  /// - Parameters:
  ///   - id: The id of the effects. ``cancel(id:)`` cancels them.
  ///   - dueTime: The time to wait.
  ///   - tolerance: How late the effect may start.
  ///   - clock: The clock to wait with.
  public func debounce<C: Clock>(
    id: some Hashable & Sendable,
    for dueTime: C.Duration,
    tolerance: C.Duration? = nil,
    clock: C
  ) -> Self {
    guard let node else { return .none }
    return Self(
      node: DelayedNode(node) {
        try await clock.sleep(for: dueTime, tolerance: tolerance)
      }
    )
    .cancellable(id: id, cancelInFlight: true)
  }
}
