/// The places of the code that creates the stores of features, and the features of actions.
///
/// Memory depends on the number of names.
struct StorePlaces {
  private struct Place {
    var file: NameID
    var line: UInt64
  }

  /// By feature, the first place.
  private var places: [NameID: Place] = [:]
  /// By the index of the name of an action, the feature of its root store, or nothing.
  private var features: [NameID] = []

  /// Processes the begin of a span.
  mutating func begin(_ span: borrowing Span) {
    switch span.kind {
    case .store where span.source != .empty && places[span.name] == nil:
      places[span.name] = Place(file: span.source, line: span.line)
    case .action: note(span.name, span.feature)
    default: break
    }
  }

  /// Processes the end of a span.
  mutating func end(_ span: borrowing Span) {
    // The innermost wrapper's name is known by then.
    if span.kind == .action { note(span.sharedName, span.feature) }
  }

  private mutating func note(_ name: NameID, _ feature: NameID) {
    let index = Int(name.index)
    guard feature != .empty, index >= features.count || features[index] == .empty else { return }
    while features.count <= index { features.append(.empty) }
    features[index] = feature
  }

  /// The places by the names of actions as findings display them.
  func bySubject(
    _ names: NameTable, _ displayName: (NameID) -> String
  ) -> [String: Finding.StorePlace] {
    var result: [String: Finding.StorePlace] = [:]
    for (index, feature) in features.enumerated() {
      guard feature != .empty, let place = places[feature] else { continue }
      result[displayName(NameID(index: Int32(index)))] = Finding.StorePlace(
        feature: names[feature].name, file: names[place.file].name, line: place.line)
    }
    return result
  }
}
