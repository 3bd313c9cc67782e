/// The changes of one property, in the order of time.
struct ChangedProperty {
  let name: String
  /// Certain changes, an element for each changed path.
  var changes: [PropertyChanges.Change] = []
  /// Changes of values around the property, a list for each value: properties share them.
  private var wholes: [[PropertyChanges.Change]] = []

  /// Sorts changes by their properties, the most changed first.
  static func all(_ changes: [PropertyChanges.Change], _ patterns: [PropertyPattern]) -> [Self] {
    var properties: [String: ChangedProperty] = [:]
    let sorted = changes.sorted { $0.action.start < $1.action.start }
    for change in sorted where change.relation != .asPart {
      properties[change.property, default: Self(name: change.property)].changes.append(change)
    }
    let asPart = sorted.filter { $0.relation == .asPart }
    let wholes = Dictionary(grouping: asPart) { PropertyPattern.normal($0.path) }
    var others = Set(wholes.keys)
    for name in properties.keys {
      let around = PropertyPattern.valuesAround(name).filter { wholes[$0] != nil }
      properties[name]?.wholes = around.map { wholes[$0]! }
      others.subtract(around)
    }
    // Changes of values that no changed property is a part of.
    let rest = asPart.filter { others.contains(PropertyPattern.normal($0.path)) }
    for (name, changes) in Dictionary(grouping: rest, by: \.property) {
      properties[name, default: Self(name: name)].wholes.append(changes)
    }
    return properties.values.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  /// Changes of a value around the property.
  var asPart: [PropertyChanges.Change] { asPart(first: .max) }

  /// The first changes of a value around the property.
  func asPart(first limit: Int) -> [PropertyChanges.Change] {
    if wholes.count == 1 { return Array(wholes[0].prefix(limit)) }
    let all = wholes.flatMap { $0.prefix(limit) }.sorted { $0.action.start < $1.action.start }
    return Array(all.prefix(limit))
  }

  /// The number of ``asPart``.
  var asPartCount: Int { wholes.reduce(0) { $0 + $1.count } }

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
