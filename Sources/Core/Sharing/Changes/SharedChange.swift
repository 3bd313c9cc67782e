import CustomDump

/// A change of a shared value, or an expectation of one.
///
/// Unchecked: it is immutable.
final class SharedChange<Value>: AnySharedChange, @unchecked Sendable {
  let value: SharedValue<Value>
  let before: Value
  let after: Value

  init(of value: SharedValue<Value>, before: Value, after: Value) {
    self.value = value
    self.before = before
    self.after = after
  }

  var id: ObjectIdentifier { ObjectIdentifier(value) }

  func following(_ earlier: (any AnySharedChange)?) -> any AnySharedChange {
    guard let earlier = earlier as? SharedChange<Value> else { return self }
    return SharedChange(of: value, before: earlier.before, after: after)
  }

  var isChange: Bool { !areValuesEqual(before, after) }

  func difference(_ lhs: SharedMoment, _ rhs: SharedMoment, _ explanation: String) -> String? {
    let (lhs, rhs) = (lhs.value(of: value), rhs.value(of: value))
    return areValuesEqual(lhs, rhs)
      ? nil : "\(value.name):\n\n\(differences(lhs, rhs, explanation))"
  }
}

/// A change of a shared value of any type.
protocol AnySharedChange: AnyObject, Sendable {
  /// The value's identity.
  var id: ObjectIdentifier { get }
  /// Whether the value differs from the previous one.
  var isChange: Bool { get }
  /// Combines the change and an earlier one into a single one.
  func following(_ earlier: (any AnySharedChange)?) -> any AnySharedChange
  /// The difference of the value between two moments.
  func difference(_ lhs: SharedMoment, _ rhs: SharedMoment, _ explanation: String) -> String?
}

/// Whether two values are equal; for types that are not `Equatable`, whether their descriptions
/// are.
func areValuesEqual<Value>(_ lhs: Value, _ rhs: Value) -> Bool {
  func areEqual<Known: Equatable>(_ known: Known) -> Bool { known == rhs as? Known }
  guard let known = lhs as? any Equatable else { return diff(lhs, rhs) == nil }
  return areEqual(known)
}
