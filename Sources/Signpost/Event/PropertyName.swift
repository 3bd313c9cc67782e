import ComposableCore

/// The name of a property in traces: the feature of its state, and the name that state differences
/// have, as in `Todo.isDone`; for a state that was replaced, its feature alone.
enum PropertyName {
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let name: String?
  }

  private static let known = ForkSafeLocked<[Key: CStringConstant]>([:])

  static func of(_ property: ObserverCause.Property) -> CStringConstant {
    let key = Key(type: ObjectIdentifier(property.type), name: property.name)
    if let name = known.withLock({ $0[key] }) { return name }
    let feature = FeatureName.of(property.type)
    let name =
      property.name.map { CStringConstant("\(String(cString: feature.pointer)).\($0)") } ?? feature
    known.withLock { [key, name] in $0[key] = name }
    return name
  }
}
