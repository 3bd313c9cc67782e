import CCore
public import ComposableCore

extension AnyReducer {
  /// Traces what this reducer does: each action, each effect, and each action an effect sends.
  ///
  /// ```swift
  /// let store = Store(
  ///   initialState: AppState(),
  ///   reducer: appReducer.signpost("app"),
  ///   environment: .live
  /// )
  /// ```
  ///
  /// The events are those of ``ComposableCore/Reducer/signpost(_:)``, which is the modern form.
  ///
  /// - Parameter prefix: Tells this reducer's events from those of others.
  public func signpost(_ prefix: String = "") -> Self {
    let site = SharedSite(WrapperSite(prefix: prefix, of: (State.self, Action.self)))
    return Self { state, action, environment in
      guard composable_is_listening() else { return run(&state, action, environment) }
      return site.value.run(&state, action) { run(&$0, $1, environment) }
    }
  }
}

/// What is the same for all stores that run a reducer. Unchecked: it never changes.
private struct SharedSite: @unchecked Sendable {
  let value: WrapperSite<SignpostListener>

  init(_ value: WrapperSite<SignpostListener>) {
    self.value = value
  }
}
