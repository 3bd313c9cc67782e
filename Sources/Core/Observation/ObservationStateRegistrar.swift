public import CCore

/// What an ``ObservableState`` struct carries with it so that its fields can be observed: an id.
///
/// Reads outside of reducers are noted in a table of the process, by this id and the field. A write
/// within a reducer looks there, once a single bit says that there may be something to find; the
/// observers are told when the action is done. No state holds a reference, so that a state of plain
/// values stays one.
///
/// What is written outside of a reducer is not in a store: that copy becomes a state of its own.
public struct ObservationStateRegistrar: Sendable {
  @usableFromInline var location: UInt64

  /// The registrar of a new state.
  @inlinable
  public init() {
    location = Self.makeID()
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
    guard composable_get_frame() == nil, composable_reads_stores() else { return }
    ObservedFields.access(location, field)
  }

  /// Notes that a field is read, and returns its value.
  @inlinable
  @inline(__always)
  public func access<Value>(_ field: UInt32, _ value: Value) -> Value {
    access(field)
    return value
  }

  /// Notes that a field is read which is observable itself. Whoever reads it hears when it is
  /// replaced, and what is read of it is noted in turn.
  @inlinable
  @inline(__always)
  public func access<Value: ObservableState>(_ field: UInt32, _ value: Value) -> Value {
    if composable_get_frame() == nil, composable_reads_stores() {
      ObservedFields.access(location, field)
      ObservedFields.access(value._$id.location, 0)
    }
    return value
  }

  /// Notes that an optional field is read which is observable itself.
  @inlinable
  @inline(__always)
  public func access<Value: ObservableState>(_ field: UInt32, _ value: Value?) -> Value? {
    if composable_get_frame() == nil, composable_reads_stores() {
      ObservedFields.access(location, field)
      if let value { ObservedFields.access(value._$id.location, 0) }
    }
    return value
  }

  // MARK: Writing

  /// Whether a write has to be followed by more: in a reducer if the field may be observed, and
  /// elsewhere always.
  @inlinable
  @inline(__always)
  func isWriteOfInterest(_ field: UInt32) -> Bool {
    composable_may_be_observed(location, field) || composable_get_frame() == nil
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
    if isChange { noteWrite(field) }
  }

  /// Assigns a field that is observable itself.
  @inlinable
  public mutating func mutate<Value: ObservableState>(
    _ field: UInt32, _ value: inout Value, _ newValue: Value,
    _ isEqual: (Value, Value) -> Bool
  ) {
    if composable_observes() { value._$willModify() }
    value = newValue
    if isWriteOfInterest(field) { noteWrite(field) }
  }

  /// Assigns an optional field that is observable itself.
  @inlinable
  public mutating func mutate<Value: ObservableState>(
    _ field: UInt32, _ value: inout Value?, _ newValue: Value?,
    _ isEqual: (Value?, Value?) -> Bool
  ) {
    guard value != nil || newValue != nil else { return }
    if composable_observes() { value?._$willModify() }
    value = newValue
    if isWriteOfInterest(field) { noteWrite(field) }
  }

  /// What has to be remembered of a field before it is changed in place, if the change is of interest.
  @inlinable
  @inline(__always)
  public func willModify<Identity>(
    _ field: UInt32, _ identity: @autoclosure () -> Identity
  ) -> Identity? {
    isWriteOfInterest(field) ? identity() : nil
  }

  /// Notes that a field was changed in place, if what identifies its value is another now.
  @inlinable
  @inline(__always)
  public mutating func didModify<Identity: Equatable>(
    _ field: UInt32, _ before: Identity?, _ identity: @autoclosure () -> Identity
  ) {
    guard let before else { return }
    if before != identity() || composable_get_frame() == nil { noteWrite(field) }
  }

  @usableFromInline
  mutating func noteWrite(_ field: UInt32) {
    guard let frame = composable_get_frame() else {
      location = Self.makeID()
      return
    }
    ObservedFields.noteWrite(location, field, in: frame)
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
