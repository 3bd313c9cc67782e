// Called by the accessors that `@ObservableState` writes when a field is assigned, to determine
// whether its observers see a difference. Selected by the type of the field.

/// Whether a field of any type stays the same for observers when it is assigned: never.
@inlinable
@_disfavoredOverload
public func _$isIdentityEqual<Value>(_ lhs: Value, _ rhs: Value) -> Bool { false }

/// Whether a field stays the same for observers when it is assigned: if the values are equal, and
/// do not refer to different objects with observers of their own.
@inlinable
@_disfavoredOverload
public func _$isIdentityEqual<Value: Equatable>(_ lhs: Value, _ rhs: Value) -> Bool {
  lhs == rhs
    && (_isPOD(Value.self) || Value.self == String.self || ObservedReferences.areSame(lhs, rhs))
}

/// Whether a field that consists of observable states stays the same when it is assigned: if the
/// states are the same. Differences within them are recorded separately.
@inlinable
public func _$isIdentityEqual<Value: _ObservedParts>(_ lhs: Value, _ rhs: Value) -> Bool {
  lhs._$isSame(as: rhs)
}

/// Called before a state is replaced, if it is observable.
@_disfavoredOverload
public func _$willModify<Value>(_ value: inout Value) {}

/// Called before a state is replaced.
public func _$willModify<State: ObservableState>(_ state: inout State) {
  state._$willModify()
}
