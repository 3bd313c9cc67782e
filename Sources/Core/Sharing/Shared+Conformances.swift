public import CustomDump

extension Shared: Equatable where Value: Equatable {
  /// Whether both have the same value.
  ///
  /// While a `TestStore` compares states before and after an action, a value counts as what it was
  /// then.
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
  /// Hashes the value of the moment.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

extension SharedReader: Hashable where Value: Hashable {
  /// Hashes the value of the moment.
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
  /// Where the value is: its key, or the value itself; and which part of it this is.
  public var description: String { "Shared<\(Value.self)>(\(reference.description))" }
}

extension SharedReader: CustomStringConvertible {
  /// Where the value is: its key, or the value itself; and which part of it this is.
  public var description: String { "SharedReader<\(Value.self)>(\(reference.description))" }
}

extension Shared: CustomDumpRepresentable {
  /// The value; in a comparison of the states before and after an action, both values of the time.
  public var customDumpValue: Any { dumpValue(of: reference) }
}

extension SharedReader: CustomDumpRepresentable {
  /// The value; in a comparison of the states before and after an action, both values of the time.
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

/// A shared value that is different on both sides of a comparison, though it is the same object.
private struct SharedDifference: _CustomDiffObject, CustomDumpRepresentable, Equatable {
  let areEqual: Bool
  let _customDiffValues: (Any, Any)
  let _objectIdentifier: ObjectIdentifier

  /// Where one side is shown only, it is the one after.
  var customDumpValue: Any { _customDiffValues.1 }

  /// What is asked for is whether there is anything to show.
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs._objectIdentifier == rhs._objectIdentifier && lhs.areEqual
  }
}
