public import CCore

/// The identity that an ``ObservableState`` struct stores to make its fields observable.
///
/// Reads outside of reducers are recorded in a table of the process, by this id and the field. A
/// write within a reducer searches the table once a single bit says that an entry may exist;
/// observers are notified when the action is done. The state itself holds no reference, so a state
/// of plain values stays one.
///
/// Outside of a reducer, a write notifies the observers at once. A copy of a store's state then
/// gets an identity of its own, which has no observers.
public struct ObservationStateRegistrar: Sendable {
  @usableFromInline var location: UInt64
  /// Set while the state is changed in place and anything is observed: see ``_ObservedAccess``.
  @usableFromInline var mark: UInt64 = 0

  static let markOffset = MemoryLayout<UInt64>.size

  /// The registrar of a new state.
  @inlinable
  public init() {
    location = Self.makeID()
    if composable_get_frame() != nil { location |= composable_held_id }
  }

  @inlinable
  static func makeID() -> UInt64 { composable_make_id() }

  /// The id of the state.
  @inlinable
  public var id: ObservableStateID { ObservableStateID(location: location) }

  // MARK: Reading

  /// Records the read of a field.
  @inlinable
  @inline(__always)
  public func access(_ field: UInt32) {
    guard composable_get_frame() == nil else { return }
    ObservedFields.access(location, field)
  }

  /// Records the read of a field, and returns its value.
  @inlinable
  @inline(__always)
  public func access<Value>(_ field: UInt32, _ value: Value) -> Value {
    if composable_get_frame() == nil {
      ObservedFields.access(location, field)
    }
    return value
  }

  /// Records the read of a field that is observable itself. Its readers are notified when it is
  /// replaced; reads within it are recorded separately.
  @inlinable
  @inline(__always)
  public func access<Value: ObservableState>(_ field: UInt32, _ value: Value) -> Value {
    if composable_get_frame() == nil {
      ObservedFields.access(location, field, having: value)
    }
    return value
  }

  /// Records the read of an optional field that is observable itself.
  @inlinable
  @inline(__always)
  public func access<Value: ObservableState>(_ field: UInt32, _ value: Value?) -> Value? {
    if composable_get_frame() == nil {
      ObservedFields.access(location, field, having: value)
    }
    return value
  }

  /// Records the read of a field that is a collection of states.
  @inlinable
  @inline(__always)
  public func access<ID, Element: ObservableState>(
    _ field: UInt32, _ value: IdentifiedArray<ID, Element>
  ) -> IdentifiedArray<ID, Element> {
    if composable_get_frame() == nil {
      ObservedFields.access(location, field, havingElements: Element.self)
    }
    return value
  }

  /// Records the read of a field that is a stack of states.
  @inlinable
  @inline(__always)
  public func access<Element: ObservableState>(
    _ field: UInt32, _ value: StackState<Element>
  ) -> StackState<Element> {
    if composable_get_frame() == nil {
      ObservedFields.access(location, field, havingElements: Element.self)
    }
    return value
  }

  // MARK: Writing

  /// Whether this is, or is a copy of, the state of a store, and not being changed by a reducer.
  @inlinable
  @inline(__always)
  var isCopyOfHeld: Bool {
    location & composable_held_id != 0 && composable_get_frame() == nil
  }

  /// Whether a write needs further work: if the field may be observed, or if the state gets a new
  /// identity.
  @inlinable
  @inline(__always)
  func isWriteOfInterest(_ field: UInt32) -> Bool {
    composable_may_be_observed(location, field) || isCopyOfHeld
  }

  /// Assigns a field.
  ///
  /// - Parameters:
  ///   - field: The key of the field.
  ///   - value: The storage of the field.
  ///   - newValue: The value to assign.
  ///   - isEqual: Whether two values are the same for observers.
  ///   - type: The type of the state, which names the field for instruments.
  @inlinable
  @inline(__always)
  public mutating func mutate<Value>(
    _ field: UInt32, _ value: inout Value, _ newValue: Value,
    _ isEqual: (Value, Value) -> Bool, of type: Any.Type? = nil
  ) {
    let isOfInterest = isWriteOfInterest(field)
    let isChange = isOfInterest && !isEqual(value, newValue)
    value = newValue
    if isChange { noteWrite(field, of: type) }
  }

  /// Assigns a field that consists of observable states.
  @inlinable
  public mutating func mutate<Value: _ObservedParts>(
    _ field: UInt32, _ value: inout Value, _ newValue: Value,
    _ isEqual: (Value, Value) -> Bool, of type: Any.Type? = nil
  ) {
    guard composable_observes() else { return assign(&value, newValue) }
    replace(field, &value, newValue, of: type)
  }

  /// Assigns a field while nothing is observed.
  @usableFromInline
  mutating func assign<Value: _ObservedParts>(_ value: inout Value, _ newValue: Value) {
    let isCopied =
      composable_get_frame() != nil && Value._$isReplacedAsWhole && !value._$isSame(as: newValue)
    value = newValue
    if isCopied {
      withUnsafeMutablePointer(to: &value) { Value._$separate(at: $0) }
    } else if isCopyOfHeld {
      location = Self.makeID()
    }
  }

  @usableFromInline
  mutating func replace<Value: _ObservedParts>(
    _ field: UInt32, _ value: inout Value, _ newValue: Value, of type: Any.Type?
  ) {
    let old = value
    value = newValue
    let isSame = value.isSameAfterSucceeding(old)
    if !isCopyOfHeld {
      withUnsafePointer(to: old) { old in
        withUnsafeMutablePointer(to: &value) { Value._$noteDifferences(from: old, to: $0) }
      }
    }
    if !isSame, isWriteOfInterest(field) { noteWrite(field, of: type) }
  }

  /// The state to save before a field is changed in place: whether the change matters.
  @_disfavoredOverload
  @inlinable
  @inline(__always)
  public func willModify<Value>(_ field: UInt32, _ value: inout Value) -> Bool {
    isWriteOfInterest(field)
  }

  /// Records a change in place of a field. The values cannot be compared, so it counts as changed.
  @_disfavoredOverload
  @inlinable
  @inline(__always)
  public mutating func didModify<Value>(
    _ field: UInt32, _ value: inout Value, _ before: Bool, of type: Any.Type? = nil
  ) {
    if before { noteWrite(field, of: type) }
  }

  /// The state to save before a field of plain values is changed in place: the value.
  @_disfavoredOverload
  @inlinable
  @inline(__always)
  public func willModify<Value: Equatable & BitwiseCopyable>(
    _ field: UInt32, _ value: inout Value
  ) -> Value? {
    isWriteOfInterest(field) ? value : nil
  }

  /// Records a change in place of a field of plain values, if the value differs.
  @_disfavoredOverload
  @inlinable
  @inline(__always)
  public mutating func didModify<Value: Equatable & BitwiseCopyable>(
    _ field: UInt32, _ value: inout Value, _ before: Value?,
    of type: Any.Type? = nil
  ) {
    if let before, before != value { noteWrite(field, of: type) }
  }

  /// The state to save before a string is changed in place: the string.
  @inlinable
  public func willModify(_ field: UInt32, _ value: inout String) -> String? {
    isWriteOfInterest(field) ? value : nil
  }

  /// Records a change in place of a string, if it differs.
  @inlinable
  public mutating func didModify(
    _ field: UInt32, _ value: inout String, _ before: String?, of type: Any.Type? = nil
  ) {
    if let before, before != value { noteWrite(field, of: type) }
  }

  /// The state to save before a field that consists of observable states is changed in place.
  @inlinable
  @inline(__always)
  public func willModify<Value: _ObservedParts>(
    _ field: UInt32, _ value: inout Value
  ) -> _PartsAccess<Value>? {
    guard composable_observes() else { return nil }
    return beginAccess(&value)
  }

  /// Records the changes in place of a field that consists of observable states: the identities of
  /// the states, and the fields of those that were replaced.
  @inlinable
  @inline(__always)
  public mutating func didModify<Value: _ObservedParts>(
    _ field: UInt32, _ value: inout Value, _ before: _PartsAccess<Value>?,
    of type: Any.Type? = nil
  ) {
    if let before {
      if before.end(&value) { noteWrite(field, of: type) }
    } else if isCopyOfHeld {
      location = Self.makeID()
    }
  }

  @usableFromInline
  func beginAccess<Value: _ObservedParts>(_ value: inout Value) -> _PartsAccess<Value>? {
    isCopyOfHeld ? nil : _PartsAccess(&value)
  }

  /// Records the change of a field.
  @usableFromInline
  mutating func noteWrite(_ field: UInt32, of type: Any.Type?) {
    guard !isCopyOfHeld else { return location = Self.makeID() }
    ObservedFields.noteWrite(location, field, in: composable_get_frame(), of: type)
  }
}

extension ObservationStateRegistrar: Hashable, Codable {
  /// Always `true`: an original and its copy do not differ by their registrars.
  public static func == (lhs: Self, rhs: Self) -> Bool { true }

  /// Adds nothing, as all registrars are equal.
  public func hash(into hasher: inout Hasher) {}

  /// Reads nothing: a decoded state has a new identity.
  public init(from decoder: any Decoder) throws {
    self.init()
  }

  /// Writes nothing.
  public func encode(to encoder: any Encoder) throws {
    _ = encoder.singleValueContainer
  }
}
