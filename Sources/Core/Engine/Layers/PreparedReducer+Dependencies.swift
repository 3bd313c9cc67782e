extension PreparedReducer {
  /// The same reducer, run with dependencies. Without overrides it is returned unchanged.
  func providing(_ dependencies: DependencyValues) -> Self {
    guard dependencies.hasOverrides else { return self }
    return Self(self, self) { base, _ in
      let function = base.logic.function
      return ReducerLogic { state, action in
        dependencies.provide { function(state, action) }
      }
    }
  }
}
