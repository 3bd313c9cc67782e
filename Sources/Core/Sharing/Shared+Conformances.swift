public import CustomDump

extension Shared: Equatable where Value: Equatable {
  /// Whether both have the same value.
  ///
  /// While a `TestStore` compares the states before and after an action, each side has the value of
  /// its time.
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
  guard case .comparing(let lhsMoment, let rhsMoment) = SharedPerspective.inForce else {
    return lhs.value == rhs.value
  }
  return lhs.read(at: lhsMoment) == rhs.read(at: rhsMoment)
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
  /// The value; in a comparison of the states before and after an action, the values at both times.
  public var customDumpValue: Any { dumpValue(of: reference) }
}

extension SharedReader: CustomDumpRepresentable {
  /// The value; in a comparison of the states before and after an action, the values at both times.
  public var customDumpValue: Any { dumpValue(of: reference) }
}

private func dumpValue<Value>(of reference: any SharedReference<Value>) -> Any {
  guard case .comparing(let lhs, let rhs) = SharedPerspective.inForce else {
    return reference.value
  }
  let values = (reference.read(at: lhs), reference.read(at: rhs))
  return SharedDifference(
    areEqual: areValuesEqual(values.0, values.1), _customDiffValues: values,
    _objectIdentifier: ObjectIdentifier(reference))
}

/// A shared value that differs between the sides of a comparison, although it is one object.
private struct SharedDifference: _CustomDiffObject, CustomDumpRepresentable, Equatable {
  let areEqual: Bool
  let _customDiffValues: (Any, Any)
  let _objectIdentifier: ObjectIdentifier

  /// If only one side is shown, it is the one after.
  var customDumpValue: Any { _customDiffValues.1 }

  /// A dump uses this to determine whether there is a difference to show.
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs._objectIdentifier == rhs._objectIdentifier && lhs.areEqual
  }
}
