import CCore

/// Locates a child that may be removed, and keeps a state of it for a store that outlives it.
@usableFromInline
class KeepingLocator<State>: ChildLocator<State> {
  /// The state that was read last, as in the original.
  @exclusivity(unchecked) private final var kept: State

  init(last: State, in frame: UnsafeMutablePointer<composable_frame>) {
    kept = last
    super.init(in: frame)
  }

  @usableFromInline override final var last: State { kept }

  override final func didRead(_ state: borrowing State) {
    // The same bits are the same value: the objects that the kept one refers to are alive.
    let isSame = withUnsafePointer(to: state) { state in
      withUnsafePointer(to: &kept) {
        composable_are_same_bytes(state, $0, MemoryLayout<State>.size)
      }
    }
    if isSame { return }
    // The end of an object in it may run code that reads the store again.
    let earlier = kept
    kept = copy state
    withExtendedLifetime(earlier) {}
  }
}
