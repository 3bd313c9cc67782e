/// The object between a throttled effect and the store.
final class ReferenceThrottle<Action> {
  private(set) var place: ReferenceThrottlePlace
  let interval: Int
  let latest: Bool
  /// Where its actions go.
  private(set) var outer: ReferenceContext<Action>
  /// The action that waits for the end of the interval.
  var waiting: Action?

  init(
    place: ReferenceThrottlePlace, interval: Int, latest: Bool, outer: ReferenceContext<Action>
  ) {
    self.place = place
    self.interval = interval
    self.latest = latest
    self.outer = outer
  }

  func rename(_ renamed: (ReferencePath) -> ReferencePath) {
    place = ReferenceThrottlePlace(id: place.id, path: renamed(place.path))
    outer.rename(renamed)
  }
}

/// The common place of throttled effects whose actions wait for each other.
struct ReferenceThrottlePlace: Hashable {
  let id: Int
  let path: ReferencePath
}
