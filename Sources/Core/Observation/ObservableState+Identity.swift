// What the accessors that `@ObservableState` writes ask when a field is assigned: whether its observers
// see the same as before. Chosen by the type of the field.

/// Whether a field of some type stays the same for observers when it is assigned: it may not.
@inlinable
@_disfavoredOverload
public func _$isIdentityEqual<Value>(_ lhs: Value, _ rhs: Value) -> Bool { false }

/// Whether a field stays the same for observers when it is assigned: if the values are equal.
@inlinable
@_disfavoredOverload
public func _$isIdentityEqual<Value: Equatable>(_ lhs: Value, _ rhs: Value) -> Bool { lhs == rhs }

/// Whether a field that consists of observable states stays the same when it is assigned: if the states
/// are the same. What is different within them is noted on its own.
@inlinable
public func _$isIdentityEqual<Value: _ObservedParts>(_ lhs: Value, _ rhs: Value) -> Bool {
  lhs._$isSame(as: rhs)
}

/// Announces that a state is going to be replaced, if it is observable.
@_disfavoredOverload
public func _$willModify<Value>(_ value: inout Value) {}

/// Announces that a state is going to be replaced.
public func _$willModify<State: ObservableState>(_ state: inout State) {
  state._$willModify()
}
