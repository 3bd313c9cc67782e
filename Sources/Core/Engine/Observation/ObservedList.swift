/// Parts of a state that are compared with their values at the last read.
///
/// A comparison may run a user's code, which may read more of the state and add parts to the list
/// meanwhile. No other code changes the list then.
final class ObservedList {
  // Used in the isolation of the store only; each check for exclusive access would cost as much as
  // a comparison.
  @exclusivity(unchecked) private var values: [ObservedValue] = []

  var isEmpty: Bool { values.isEmpty }
  var count: Int { values.count }

  func append(_ value: ObservedValue) {
    values.append(value)
  }

  /// Moves changed parts out of the list, and drops parts that cannot be read any more.
  func takeChanged(into changed: inout [ObservedValue]) {
    // Parts that are added meanwhile come behind.
    let count = values.count
    var kept = 0
    // Ends when the list is complete again: the end of a value may run a user's code, too.
    var dropped: [ObservedValue] = []
    for index in 0..<count {
      switch values[index].isChanged {
      case true?:
        changed.append(values[index])
        continue
      case false?: break
      case nil:
        // Of a child that is gone. Nothing can read it again once its store is gone as well.
        if isKnownUniquelyReferenced(&values[index]) {
          dropped.append(values[index])
          continue
        }
      }
      if kept < index { values.swapAt(kept, index) }
      kept += 1
    }
    guard kept < count else { return }
    if values.count == count {
      for _ in kept..<count { values.removeLast() }
    } else {
      values.removeSubrange(kept..<count)
    }
    withExtendedLifetime(dropped) {}
  }
}
