import ComposableCore

extension AnyReducer {
  /// Returns the reducer with a wrapper around it.
  ///
  /// - Parameter site: The wrapper, which all stores that run the reducer share.
  func wrapped<Listener>(by site: WrapperSite<Listener>) -> Self {
    let site = SharedSite(site)
    return Self { state, action, environment in
      site.value.run(&state, action) { run(&$0, $1, environment) }
    }
  }
}

/// The state that all stores that run a reducer share. Unchecked: it never changes.
private struct SharedSite<Listener: ActionListener>: @unchecked Sendable {
  let value: WrapperSite<Listener>

  init(_ value: WrapperSite<Listener>) {
    self.value = value
  }
}
