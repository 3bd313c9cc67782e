import ComposableCore

/// Shows the number of rows, for the time that a layout takes.
@MainActor
func observeList(_ store: StoreOf<Shop>, layout: Duration) -> ObserveToken {
  observe {
    let rows = store.rows
    guard rows > 0 else { return }
    block(varied(layout, by: rows))
  }
}
