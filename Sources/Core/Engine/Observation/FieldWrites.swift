import CCore

/// The writes of an action to a field of a state, by the address of the state.
///
/// Copies of a state have its id, and a reducer may change some of them: copies in local variables,
/// and copies stored in other places. Writes to one copy do not affect the others.
struct FieldWrites {
  private struct Write {
    /// Compared, never dereferenced.
    let place: UnsafeRawPointer
    /// The new stamp of the field, if known.
    var stamp: _ObservedStamp?
    /// The order of the first write to this address: the write came after an access if this number
    /// is larger than the access's.
    let order = composable_make_id()
  }

  /// Nearly always, there is one.
  private var first: Write?
  private var others: [Write] = []
  /// Whether the state was replaced by one with another id, and not restored.
  private var isReplaced = false
  private var isUnknown = false

  /// The number of places beyond which a field counts as changed.
  private static let limit = 8

  /// Records the stamp of a field at an address.
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

  /// Records the stamp of a field in a state that was replaced as a whole, and is at this address
  /// now.
  mutating func noteReplaced(_ stamp: _ObservedStamp?, at place: UnsafeRawPointer) {
    isReplaced = false
    note(stamp, at: place)
  }

  /// Records that the state was replaced by another.
  mutating func noteReplacement() {
    isReplaced = true
  }

  /// Records that the field may have changed.
  mutating func noteAny() {
    isUnknown = true
  }

  /// Discards the writes at an address.
  mutating func forget(at place: UnsafeRawPointer) {
    others.removeAll { $0.place == place }
    if first?.place == place { first = others.popLast() }
  }

  /// Discards the writes at addresses that were not written to before an access.
  mutating func forget(since access: UInt64) {
    others.removeAll { $0.order > access }
    if let order = first?.order, order > access { first = others.popLast() }
  }

  /// Whether the field differs from the stamp that was seen, at any of the addresses.
  func areDifferent(from seen: _ObservedStamp?) -> Bool {
    if isUnknown || isReplaced { return true }
    guard let first else { return false }
    func isDifferent(_ write: Write) -> Bool { write.stamp == nil || write.stamp != seen }
    return isDifferent(first) || others.contains(where: isDifferent)
  }
}
