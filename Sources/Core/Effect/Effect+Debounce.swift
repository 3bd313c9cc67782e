extension Effect {
  /// Starts this effect once a while has passed in which none with the same id was returned.
  ///
  /// Each new one cancels the one before, whether that still waits or runs already.
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
  ///   - id: Names the effects of which only the latest counts. ``cancel(id:)`` cancels them.
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
