/// Whether an optional child is there, and which one. Observers are notified when the child is
/// added, removed or replaced.
///
/// A child is scoped to once and visited once in a list of rows that come and go, so this is one
/// object with a place for the identity, instead of a value with functions that capture it.
@usableFromInline
final class ObservedPresence: ObservedValue {
  /// The identity of the child: `nil` if there is no child.
  let identify: () -> ChildID??
  @exclusivity(unchecked) private var isLooking = false
  @exclusivity(unchecked) private var seen: ChildID??

  init(isCheapToCompare: Bool, identify: @escaping () -> ChildID??) {
    self.identify = identify
    super.init(isCheapToCompare: isCheapToCompare) { { nil } }
  }

  override func startLooking() {
    seen = identify()
    isLooking = true
  }

  override var isChanged: Bool? {
    guard isLooking else { return nil }
    // Copied, as an `==` of the user may lead back here.
    let seen = seen
    return identify() != seen
  }

  override func stopLooking() {
    isLooking = false
    // Released after the access has ended, as with the store of a child.
    withExtendedLifetime(seen) { seen = nil }
  }
}
