/// The changes of one property, in the order of time.
struct ChangedProperty {
  let name: String
  /// Certain changes, an element for each changed path.
  var changes: [PropertyChanges.Change] = []
  /// Changes of a value around the property.
  var asPart: [PropertyChanges.Change] = []

  /// Sorts changes by their properties, the most changed first.
  static func all(_ changes: [PropertyChanges.Change], _ patterns: [PropertyPattern]) -> [Self] {
    var properties: [String: ChangedProperty] = [:]
    let sorted = changes.sorted { $0.action.start < $1.action.start }
    for change in sorted where change.relation != .asPart {
      properties[change.property, default: Self(name: change.property)].changes.append(change)
    }
    for change in sorted where change.relation == .asPart {
      let names = properties.values.filter { $0.changes.count > 0 && $0.isPart(of: change.path) }
      let known = names.isEmpty ? [change.property] : names.map(\.name)
      for name in known {
        properties[name, default: Self(name: name)].asPart.append(change)
      }
    }
    return properties.values.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  private func isPart(of path: String) -> Bool {
    path == StateDifference.whole
      || PropertyPattern.normal(name).hasPrefix(PropertyPattern.normal(path) + ".")
  }

  /// The number of actions that changed it.
  var count: Int { Self.actions(of: changes) }

  /// The number of actions.
  static func actions(of changes: [PropertyChanges.Change]) -> Int {
    var last: ChangingAction?
    return changes.reduce(0) { count, change in
      defer { last = change.action }
      return change.action === last ? count : count + 1
    }
  }

  /// The number of changes to a value that their path had earlier; `nil` if values are missing.
  static func returns(of changes: [PropertyChanges.Change]) -> Int? {
    var earlier: [String: Set<String>] = [:]
    var returns = 0
    for change in changes {
      guard let old = change.old, let new = change.new else { return nil }
      if earlier[change.path, default: []].contains(new) { returns += 1 }
      earlier[change.path, default: []].formUnion([old, new])
    }
    return returns
  }
}

extension PropertyChanges.Change {
  /// The selected property: a part of it stands for all of it.
  var property: String {
    switch relation {
    case .itself: path
    case .within(let length): PropertyPattern.prefix(of: path, length)
    case .asPart: pattern.text
    }
  }
}
