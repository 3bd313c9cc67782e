// What the accessors that `@ObservableState` writes compare before and after a change in place, to
// tell whether those who read the field are to hear of it. Chosen by the type of the field: of a
// field that is observable itself, they hear when it is replaced, and not of what changes within it.

/// The identity of a value that nothing is known of: it may have changed.
public struct _UnknownIdentity: Equatable {
  /// Never equal.
  public static func == (lhs: Self, rhs: Self) -> Bool { false }

  @inlinable
  init() {}
}

/// The identity of a field of some type.
@inlinable
@_disfavoredOverload
public func _$identity<Value>(of value: borrowing Value) -> _UnknownIdentity {
  _UnknownIdentity()
}

/// The identity of a field of plain values: the value.
@inlinable
@_disfavoredOverload
public func _$identity<Value: Equatable & BitwiseCopyable>(of value: Value) -> Value {
  value
}

/// The identity of a field that is observable itself.
@inlinable
public func _$identity<State: ObservableState>(of state: State) -> ObservableStateID {
  state._$id
}

/// The identity of an optional field that is observable itself.
@inlinable
public func _$identity<State: ObservableState>(of state: State?) -> ObservableStateID? {
  state?._$id
}

/// The identity of a presented state that is observable itself.
@inlinable
public func _$identity<State: ObservableState>(
  of state: PresentationState<State>
) -> ObservableStateID? {
  state.wrappedValue?._$id
}

/// The identity of a collection whose elements are observable: which elements, in which order.
@inlinable
public func _$identity<ID, State: ObservableState>(
  of elements: IdentifiedArray<ID, State>
) -> UInt64 {
  elements.structure
}

/// The identity of a stack whose elements are observable: which elements, in which order.
@inlinable
public func _$identity<State: ObservableState>(of stack: StackState<State>) -> UInt64 {
  stack.storage.structure
}

/// Whether a field of some type stays the same for observers when it is assigned: nobody knows.
@inlinable
@_disfavoredOverload
public func _$isIdentityEqual<Value>(_ lhs: Value, _ rhs: Value) -> Bool { false }

/// Whether a field stays the same for observers when it is assigned: if the values are equal.
@inlinable
@_disfavoredOverload
public func _$isIdentityEqual<Value: Equatable>(_ lhs: Value, _ rhs: Value) -> Bool { lhs == rhs }

/// Whether a field that is observable itself stays the same when it is assigned: never, as nobody
/// observes the new one yet.
@inlinable
public func _$isIdentityEqual<State: ObservableState>(_ lhs: State, _ rhs: State) -> Bool { false }

/// Whether an optional field that is observable itself stays the same when it is assigned.
@inlinable
public func _$isIdentityEqual<State: ObservableState>(_ lhs: State?, _ rhs: State?) -> Bool {
  lhs == nil && rhs == nil
}

/// Whether a presented state that is observable itself stays the same when it is assigned.
@inlinable
public func _$isIdentityEqual<State: ObservableState>(
  _ lhs: PresentationState<State>, _ rhs: PresentationState<State>
) -> Bool {
  !lhs.isPresented && !rhs.isPresented
}

/// Whether a collection of observable elements stays the same when it is assigned.
@inlinable
public func _$isIdentityEqual<ID, State: ObservableState>(
  _ lhs: IdentifiedArray<ID, State>, _ rhs: IdentifiedArray<ID, State>
) -> Bool {
  lhs.isEmpty && rhs.isEmpty
}

/// Whether a stack of observable elements stays the same when it is assigned.
@inlinable
public func _$isIdentityEqual<State: ObservableState>(
  _ lhs: StackState<State>, _ rhs: StackState<State>
) -> Bool {
  lhs.isEmpty && rhs.isEmpty
}

/// Announces that a state is going to be replaced, if it is observable.
@_disfavoredOverload
public func _$willModify<Value>(_ value: inout Value) {}

/// Announces that a state is going to be replaced.
public func _$willModify<State: ObservableState>(_ state: inout State) {
  state._$willModify()
}

/// A value that says by itself what changes within it, so that a reducer of a part of the state may
/// change it where it is.
protocol ObservedByItself {
  /// What identifies it for those who observe the field that it is in.
  var observedIdentity: AnyHashable? { get }
}

extension Optional: ObservedByItself where Wrapped: ObservableState {
  var observedIdentity: AnyHashable? { self?._$id }
}

extension PresentationState: ObservedByItself where State: ObservableState {
  var observedIdentity: AnyHashable? { wrappedValue?._$id }
}

extension IdentifiedArray: ObservedByItself where Element: ObservableState {
  var observedIdentity: AnyHashable? { structure }
}

extension StackState: ObservedByItself where Element: ObservableState {
  var observedIdentity: AnyHashable? { storage.structure }
}
