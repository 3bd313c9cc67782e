import TextTables

/// The changes for which an observer has run, with their numbers.
struct ObserverCauses {
  private struct Change: Hashable {
    var property: NameID
    var action: NameID
  }

  private var counts: [Change: UInt64] = [:]

  mutating func add(_ observer: Span) {
    let change = Change(property: observer.change.property, action: observer.change.action)
    counts[change, default: 0] += 1
  }

  /// The most frequent change, as the end of a sentence about runs; empty if it is unknown.
  func text(_ facts: FindingFacts) -> String {
    let most = counts.max {
      ($0.value, $1.key.property.index, $1.key.action.index)
        < ($1.value, $0.key.property.index, $0.key.action.index)
    }
    guard let (change, count) = most, change.property != .empty, change.action != .empty else {
      return ""
    }
    let part = counts.count == 1 && count == 1 ? "" : "\(Units.count(count)) of them "
    return """
      , \(part)as \(facts.name(change.action)) changed \
      \(facts.names[change.property].name)
      """
  }
}
