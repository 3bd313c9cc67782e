public import CustomDump

extension Shared: Equatable where Value: Equatable {
  /// Whether both have the same value.
  ///
  /// While a `TestStore` compares the states before and after an action, each side has the value of
  /// its time. Where a test states the changes of a shared value, in the trailing closure of `send`
  /// or in `SharedChangeTracker.assert`, the value as stated so far is compared with the actual
  /// one.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    areEqual(lhs.reference, rhs.reference)
  }
}

extension SharedReader: Equatable where Value: Equatable {
  /// Whether both have the same value.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    areEqual(lhs.reference, rhs.reference)
  }
}

private func areEqual<Value: Equatable>(
  _ lhs: any SharedReference<Value>, _ rhs: any SharedReference<Value>
) -> Bool {
  switch SharedPerspective.inForce {
  case .comparing(let lhsMoment, let rhsMoment):
    return lhs.read(at: lhsMoment) == rhs.read(at: rhsMoment)
  case .expecting(let expected) where lhs.refersToSamePart(as: rhs):
    return lhs.read(at: expected) == rhs.read(at: expected.outcome)
  case .expecting, .tracking, nil:
    return lhs.value == rhs.value
  }
}

extension Shared: Hashable where Value: Hashable {
  /// Hashes the current value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

extension SharedReader: Hashable where Value: Hashable {
  /// Hashes the current value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

extension Shared: Identifiable where Value: Identifiable {
  /// The id of the value.
  public var id: Value.ID { wrappedValue.id }
}

extension SharedReader: Identifiable where Value: Identifiable {
  /// The id of the value.
  public var id: Value.ID { wrappedValue.id }
}

extension Shared: CustomStringConvertible {
  /// The origin of the value, which is its key or the value itself, and the path to this part of
  /// it.
  public var description: String { "Shared<\(Value.self)>(\(reference.description))" }
}

extension SharedReader: CustomStringConvertible {
  /// The origin of the value, which is its key or the value itself, and the path to this part of
  /// it.
  public var description: String { "SharedReader<\(Value.self)>(\(reference.description))" }
}

extension Shared: CustomDumpRepresentable {
  /// The current value.
  public var customDumpValue: Any { wrappedValue }
}

extension SharedReader: CustomDumpRepresentable {
  /// The current value.
  public var customDumpValue: Any { wrappedValue }
}

// A dump numbers the values of a type, and a difference shows both values of one shared value.
extension Shared: _CustomDiffObject {
  /// The value; in a comparison of two moments, the values at both.
  public var _customDiffValues: (Any, Any) { diffValues(of: reference) }
  /// The identity of the value in a dump.
  public var _objectIdentifier: ObjectIdentifier { ObjectIdentifier(reference) }
}

extension SharedReader: _CustomDiffObject {
  /// The value; in a comparison of two moments, the values at both.
  public var _customDiffValues: (Any, Any) { diffValues(of: reference) }
  /// The identity of the value in a dump.
  public var _objectIdentifier: ObjectIdentifier { ObjectIdentifier(reference) }
}

private func diffValues<Value>(of reference: any SharedReference<Value>) -> (Any, Any) {
  switch SharedPerspective.inForce {
  case .comparing(let lhs, let rhs): (reference.read(at: lhs), reference.read(at: rhs))
  case .expecting(let expected):
    (reference.read(at: expected), reference.read(at: expected.outcome))
  case .tracking, nil: (reference.value, reference.value)
  }
}
