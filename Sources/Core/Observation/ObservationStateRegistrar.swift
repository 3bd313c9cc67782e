public import CCore

/// What an ``ObservableState`` struct carries with it so that its fields can be observed: an id.
///
/// Reads outside of reducers are noted in a table of the process, by this id and the field. A write
/// within a reducer looks there, once a single bit says that there may be something to find; the
/// observers are told when the action is done. No state holds a reference, so that a state of plain
/// values stays one.
///
/// Outside of a reducer, a write tells the observers at once. A copy of what a store holds becomes
/// a state of its own then, which has no observers.
public struct ObservationStateRegistrar: Sendable {
  @usableFromInline var location: UInt64
  /// Another number each time that code is given the state to change: that it is still there
  /// afterwards shows that the state was not replaced by a copy of itself.
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

  /// Notes that a field is read.
  @inlinable
  @inline(__always)
  public func access(_ field: UInt32) {
    guard composable_get_frame() == nil else { return }
    ObservedFields.access(location, field)
  }

  /// Notes that a field is read, and returns its value.
  @inlinable
  @inline(__always)
  public func access<Value>(_ field: UInt32, _ value: Value) -> Value {
    if composable_get_frame() == nil {
      ObservedFields.access(location, field, value)
    }
    return value
  }

  /// Notes that a field is read which is observable itself. Its readers are notified when it is
  /// replaced, and what is read of it is noted in turn.
  @inlinable
  @inline(__always)
  public func access<Value: ObservableState>(_ field: UInt32, _ value: Value) -> Value {
    if composable_get_frame() == nil {
      ObservedFields.access(location, field, value, having: value)
    }
    return value
  }

  /// Notes that an optional field is read which is observable itself.
  @inlinable
  @inline(__always)
  public func access<Value: ObservableState>(_ field: UInt32, _ value: Value?) -> Value? {
    if composable_get_frame() == nil {
      ObservedFields.access(location, field, value, having: value)
    }
    return value
  }

  // MARK: Writing

  /// Whether this is, or is a copy of, the state of a store, and is not in a reducer's hands.
  @inlinable
  @inline(__always)
  var isCopyOfHeld: Bool {
    location & composable_held_id != 0 && composable_get_frame() == nil
  }

  /// Whether a write has to be followed by more: if the field may be observed, or if the state
  /// becomes another.
  @inlinable
  @inline(__always)
  func isWriteOfInterest(_ field: UInt32) -> Bool {
    composable_may_be_observed(location, field) || isCopyOfHeld
  }

  /// Assigns a field.
  ///
  /// - Parameters:
  ///   - field: What stands for its name.
  ///   - value: Where it is stored.
  ///   - newValue: The value to assign.
  ///   - isEqual: Whether two values are the same for observers.
  @inlinable
  @inline(__always)
  public mutating func mutate<Value>(
    _ field: UInt32, _ value: inout Value, _ newValue: Value,
    _ isEqual: (Value, Value) -> Bool
  ) {
    let isOfInterest = isWriteOfInterest(field)
    let isChange = isOfInterest && !isEqual(value, newValue)
    value = newValue
    if isChange { noteWrite(field, value) }
  }

  /// Assigns a field that consists of observable states.
  @inlinable
  public mutating func mutate<Value: _ObservedParts>(
    _ field: UInt32, _ value: inout Value, _ newValue: Value,
    _ isEqual: (Value, Value) -> Bool
  ) {
    guard composable_observes() else { return assign(&value, newValue) }
    replace(field, &value, newValue)
  }

  /// Assigns while nothing is observed.
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
    _ field: UInt32, _ value: inout Value, _ newValue: Value
  ) {
    let old = value
    value = newValue
    let isSame = value._$isSame(as: old)
    if composable_get_frame() != nil { value._$succeed(old) }
    // Where it is rather than in a copy: writes are told apart by their places.
    if !isCopyOfHeld { withUnsafeMutablePointer(to: &value) { Value._$noteDifferences(at: $0) } }
    if !isSame, isWriteOfInterest(field) { noteWrite(field, value) }
  }

  /// What has to be remembered of a field before it is changed in place: whether the change is of
  /// interest.
  @_disfavoredOverload
  @inlinable
  @inline(__always)
  public func willModify<Value>(_ field: UInt32, _ value: inout Value) -> Bool {
    isWriteOfInterest(field)
  }

  /// Notes that a field was changed in place. Nothing tells whether it was.
  @_disfavoredOverload
  @inlinable
  @inline(__always)
  public mutating func didModify<Value>(_ field: UInt32, _ value: inout Value, _ before: Bool) {
    if before { noteWrite(field) }
  }

  /// What has to be remembered of a field of plain values before it is changed in place: the value.
  @_disfavoredOverload
  @inlinable
  @inline(__always)
  public func willModify<Value: Equatable & BitwiseCopyable>(
    _ field: UInt32, _ value: inout Value
  ) -> Value? {
    isWriteOfInterest(field) ? value : nil
  }

  /// Notes that a field of plain values was changed in place, if it was.
  @_disfavoredOverload
  @inlinable
  @inline(__always)
  public mutating func didModify<Value: Equatable & BitwiseCopyable>(
    _ field: UInt32, _ value: inout Value, _ before: Value?
  ) {
    if let before, before != value { noteWrite(field, value) }
  }

  /// What has to be remembered of a text before it is changed in place: the text.
  @inlinable
  public func willModify(_ field: UInt32, _ value: inout String) -> String? {
    isWriteOfInterest(field) ? value : nil
  }

  /// Notes that a text was changed in place, if it was.
  @inlinable
  public mutating func didModify(_ field: UInt32, _ value: inout String, _ before: String?) {
    if let before, before != value { noteWrite(field, value) }
  }

  /// What has to be remembered of a field that consists of observable states before it is changed
  /// in place.
  @inlinable
  @inline(__always)
  public func willModify<Value: _ObservedParts>(
    _ field: UInt32, _ value: inout Value
  ) -> _PartsAccess<Value>? {
    guard composable_observes() else { return nil }
    return beginAccess(field, &value)
  }

  /// Notes what was changed in place in a field that consists of observable states: which states
  /// they are, and the fields of those that were replaced by copies of themselves.
  @inlinable
  @inline(__always)
  public mutating func didModify<Value: _ObservedParts>(
    _ field: UInt32, _ value: inout Value, _ before: _PartsAccess<Value>?
  ) {
    if let before {
      if before.end(&value) { noteWrite(field, value) }
    } else if isCopyOfHeld {
      location = Self.makeID()
    }
  }

  @usableFromInline
  func beginAccess<Value: _ObservedParts>(
    _ field: UInt32, _ value: inout Value
  ) -> _PartsAccess<Value>? {
    guard !isCopyOfHeld else { return nil }
    return _PartsAccess(
      &value, needsStamp: Value._$isStampCheap || composable_may_be_observed(location, field))
  }

  /// Notes that a field was written, whose value is not known: it may have been changed where it
  /// is.
  @usableFromInline
  mutating func noteWrite(_ field: UInt32) {
    guard !isCopyOfHeld else { return location = Self.makeID() }
    ObservedFields.noteWrite(location, field, at: place(), nil, in: composable_get_frame())
  }

  /// Notes that a field was written.
  @usableFromInline
  mutating func noteWrite<Value>(_ field: UInt32, _ value: Value) {
    guard !isCopyOfHeld else { return location = Self.makeID() }
    ObservedFields.noteWrite(
      location, field, at: place(), ObservedLayout.stamp(of: value), in: composable_get_frame())
  }

  /// Where the state is that this is a part of: tells it from its copies.
  private mutating func place() -> UnsafeRawPointer {
    withUnsafeMutablePointer(to: &self) { UnsafeRawPointer($0) }
  }
}

/// What is remembered of a value that consists of observable states while it is changed in place.
public struct _PartsAccess<Value: _ObservedParts> {
  private let stamp: _ObservedStamp?
  private let access: UInt64

  init(_ value: inout Value, needsStamp: Bool) {
    stamp = needsStamp ? value._$stamp : nil
    access = value._$beginAccess()
  }

  /// Notes what is different in states that were replaced.
  ///
  /// - Returns: Whether the value consists of other states now.
  @usableFromInline
  func end(_ value: inout Value) -> Bool {
    guard value._$mayBeReplaced(since: access) else { return false }
    let isOther = stamp.map { $0 != value._$stamp } ?? false
    withUnsafeMutablePointer(to: &value) {
      if isOther, Value._$isReplacedAsWhole, composable_get_frame() != nil {
        Value._$separate(at: $0)
      }
      Value._$noteDifferences(at: $0)
    }
    return isOther
  }
}

extension ObservationStateRegistrar: Hashable, Codable {
  /// Always: two states are not different because one is a copy and the other is not.
  public static func == (lhs: Self, rhs: Self) -> Bool { true }

  /// Adds nothing, as all are equal.
  public func hash(into hasher: inout Hasher) {}

  /// Reads nothing: what is decoded is another state.
  public init(from decoder: any Decoder) throws {
    self.init()
  }

  /// Writes nothing.
  public func encode(to encoder: any Encoder) throws {
    _ = encoder.singleValueContainer
  }
}
