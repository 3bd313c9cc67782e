extension Effect {
  /// Returns the effect, cancellable by an id.
  ///
  /// ```swift
  /// enum CancelID { case search }
  ///
  /// let search: EffectOf<Counter> = .run { send in
  ///   let fact = try await facts.fetch(7)
  ///   await send(.factResponse(fact))
  /// }
  /// .cancellable(id: CancelID.search, cancelInFlight: true)
  ///
  /// let stop: EffectOf<Counter> = .cancel(id: CancelID.search)
  /// ```
  ///
  /// With `cancelInFlight: true`, the effect takes the place of those with the same id that still
  /// run: the newest question is the one that is answered. Without it they run side by side, and
  /// the answer that comes last stays, whichever question it belongs to.
  ///
  /// The usual mistake is an id of a type that features share, such as a string: a feature then
  /// cancels the effects of another in the same store. Use an enum inside the feature. Where many
  /// elements run the same feature, `forEach` keeps them apart: an element's id cancels its own
  /// effects only.
  ///
  /// - Parameters:
  ///   - id: The id of the effect. Ids of different types never match, and neither do the ids of
  ///     two
  ///     root stores.
  ///   - cancelInFlight: Whether to cancel running effects with the same id.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    guard let node else { return .none }
    return Self(
      node: CancellableNode(node, id: CancelID(id), cancelInFlight: cancelInFlight))
  }

  /// Cancels the effects with the given id that this feature or a child of it started.
  ///
  /// Where it is merged with effects of that id, only those that ran before are cancelled, in
  /// whichever order they are merged.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(node: CancelNode(CancelID(id)))
  }
}
