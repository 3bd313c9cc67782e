extension AnyReducer {
  /// Runs several reducers on the same state and action, from first to last, and merges their
  /// effects.
  ///
  /// The reducer of a child whose state may be removed comes before the reducer of its parent,
  /// which may remove it. Modern: the lines of a `body`, or ``CombineReducers``.
  ///
  /// - Parameter reducers: The reducers, in order.
  public static func combine(_ reducers: Self...) -> Self {
    combine(reducers)
  }

  /// Runs several reducers on the same state and action, from first to last, and merges their
  /// effects.
  ///
  /// - Parameter reducers: The reducers, in order.
  public static func combine(_ reducers: [Self]) -> Self {
    Self { state, action, environment in
      reducers.reduce(.none) { $0.merge(with: $1.run(&state, action, environment)) }
    }
  }

  /// Runs this reducer and then another, on the same state and action, and merges their effects.
  ///
  /// - Parameter other: The reducer that runs after this one.
  public func combined(with other: Self) -> Self {
    .combine(self, other)
  }
}
