import CompanionSupport
import ComposableCore

/// The name of a property in traces: the feature of its state, and the name that state differences
/// have, as in `Todo.isDone`; for a state that was replaced, its feature alone.
enum PropertyName {
  // To look a name up takes longer than to record an event.
  private static let known = ForkSafeLocked<[ObservedPlace: CStringConstant]>([:])

  /// The name of a property, `nil` for a computed one.
  static func of(_ place: ObservedPlace) -> CStringConstant? {
    if let name = known.withLock({ $0[place] }) { return name }
    var text = nameOfFeature(place.type)
    if place.isProperty {
      guard let property = place.name else { return nil }
      text += ".\(property)"
    }
    let name = CStringConstant(text)
    known.withLock { $0[place] = name }
    return name
  }
}
