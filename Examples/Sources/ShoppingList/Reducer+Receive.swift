import ComposableCore

extension Reducer {
  /// A higher-order reducer: this one, with everything that its effects send delivered by a
  /// scheduler.
  func receive<S: Scheduler>(on scheduler: S) -> Self {
    Self { state, action, environment in
      self(&state, action, environment)
        .receive(on: scheduler)
        .eraseToEffect()
    }
  }
}
