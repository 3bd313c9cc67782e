import CCore

/// What an action has written to a field of a state, by where the state was.
///
/// Copies of a state have its id, and a reducer may change some of them: those in local variables,
/// and those that were put into other places. What is written to one says nothing about the others.
struct FieldWrites {
  private struct Write {
    /// Compared, and never followed.
    let place: UnsafeRawPointer
    /// What the field is now, if that is known.
    var stamp: _ObservedStamp?
    /// When the place was written to first: later than an access, if the number is larger than the
    /// access's.
    let order = composable_make_id()
  }

  /// Nearly always, there is one.
  private var first: Write?
  private var others: [Write] = []
  /// Whether the state was replaced by one with another id, and did not come back.
  private var isReplaced = false
  private var isUnknown = false

  /// The number of places beyond which a field counts as changed.
  private static let limit = 8

  /// Notes what a field is now at a place.
  mutating func note(_ stamp: _ObservedStamp?, at place: UnsafeRawPointer) {
    if first == nil {
      first = Write(place: place, stamp: stamp)
    } else if first?.place == place {
      first?.stamp = stamp
    } else if let index = others.firstIndex(where: { $0.place == place }) {
      others[index].stamp = stamp
    } else if others.count < Self.limit {
      others.append(Write(place: place, stamp: stamp))
    } else {
      isUnknown = true
    }
  }

  /// Notes what a field is now in a state that was replaced as a whole, and is at this place now.
  mutating func noteReplaced(_ stamp: _ObservedStamp?, at place: UnsafeRawPointer) {
    isReplaced = false
    note(stamp, at: place)
  }

  /// Notes that the state was replaced by another.
  mutating func noteReplacement() {
    isReplaced = true
  }

  /// Notes that the field may be another.
  mutating func noteAny() {
    isUnknown = true
  }

  /// Forgets what was written at a place.
  mutating func forget(at place: UnsafeRawPointer) {
    others.removeAll { $0.place == place }
    if first?.place == place { first = others.popLast() }
  }

  /// Forgets what was written at places that were not written to before an access.
  mutating func forget(since access: UInt64) {
    others.removeAll { $0.order > access }
    if let order = first?.order, order > access { first = others.popLast() }
  }

  /// Whether the field is another than was seen, at one of the places.
  func areDifferent(from seen: _ObservedStamp?) -> Bool {
    if isUnknown || isReplaced { return true }
    guard let first else { return false }
    func isDifferent(_ write: Write) -> Bool { write.stamp == nil || write.stamp != seen }
    return isDifferent(first) || others.contains(where: isDifferent)
  }
}
