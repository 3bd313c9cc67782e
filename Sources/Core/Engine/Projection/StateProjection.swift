public import CCore

/// A part of a value, accessed without a key path if its offset in memory is fixed.
///
/// Writing through a key path costs about 20 ns and, for a computed property, copies the value out
/// and back. A stored property has an offset, which makes the access one addition.
@usableFromInline
struct StateProjection<Root, Value> {
  @usableFromInline let keyPath: WritableKeyPath<Root, Value>
  @usableFromInline let offset: Int?
  /// The property, if its observers must be notified of changes made here.
  @usableFromInline let property: _ObservedProperty?

  @inlinable
  init(_ keyPath: WritableKeyPath<Root, Value>) {
    self.keyPath = keyPath
    property = StateLayout.property(at: keyPath)
    offset = property?.offset ?? MemoryLayout<Root>.offset(of: keyPath)
  }

  /// Whether a change of the part must notify observers here, as the part does not do so itself. A
  /// state with fields does. An enum does not, as its payload may be changed in place, nor does a
  /// collection of states: the set of its states is observed here.
  var notifiesObservers: Bool {
    property != nil && (Value.self as? any ObservableState.Type)?._$idOffset == nil
  }

  /// The address of the part, if it is stored.
  @inlinable
  @inline(__always)
  func address(in root: UnsafeMutablePointer<Root>) -> UnsafeMutablePointer<Value>? {
    guard let offset else { return nil }
    return UnsafeMutableRawPointer(root).advanced(by: offset).assumingMemoryBound(to: Value.self)
  }

  /// The address of the part, if it has a place of its own, and no observer is to hear of changes
  /// that are made there.
  @inlinable
  @inline(__always)
  func unobservedAddress(
    in root: UnsafeMutablePointer<Root>
  ) -> UnsafeMutablePointer<Value>? {
    guard let value = address(in: root), !isObserved(in: root) else { return nil }
    return value
  }

  /// Whether the part is a property of the state at an address that may be observed.
  @inlinable
  @inline(__always)
  func isObserved(in root: UnsafeMutablePointer<Root>) -> Bool {
    property?.isObserved(in: root) ?? false
  }

  @inlinable
  @inline(__always)
  func modify<Result>(
    _ root: UnsafeMutablePointer<Root>, _ body: (UnsafeMutablePointer<Value>) -> Result
  ) -> Result {
    guard let value = address(in: root) else {
      return withUnsafeMutablePointer(to: &root.pointee[keyPath: keyPath], body)
    }
    if let property, property.isObserved(in: root) {
      return property.modify(value, in: root, of: Root.self, body)
    }
    return body(value)
  }

  @inlinable
  @inline(__always)
  func read<Result>(
    _ root: UnsafeMutablePointer<Root>, _ body: (borrowing Value) -> Result
  ) -> Result {
    withPointer(root) { body($0.pointee) }
  }

  @inlinable
  @inline(__always)
  func withPointer<Result>(
    _ root: UnsafeMutablePointer<Root>, _ body: (UnsafePointer<Value>) -> Result
  ) -> Result {
    guard let value = address(in: root) else {
      return withUnsafePointer(to: root.pointee[keyPath: keyPath], body)
    }
    return body(value)
  }
}

extension _ObservedProperty {
  /// Whether the property of the state in memory may be observed.
  @inlinable
  @inline(__always)
  func isObserved(in state: UnsafeRawPointer) -> Bool {
    guard let idOffset, composable_observes() else { return false }
    return composable_may_be_observed(
      state.load(fromByteOffset: idOffset, as: UInt64.self), field)
  }

  /// Changes the property in place, and records the change if its observers must be notified.
  @usableFromInline
  func modify<Value, Result>(
    _ value: UnsafeMutablePointer<Value>, in state: UnsafeRawPointer, of type: Any.Type,
    _ body: (UnsafeMutablePointer<Value>) -> Result
  ) -> Result {
    func run<Parts: _ObservedParts>(_: Parts.Type) -> (result: Result, isWritten: Bool) {
      let parts = UnsafeMutableRawPointer(value).assumingMemoryBound(to: Parts.self)
      let access = _PartsAccess(&parts.pointee)
      let result = body(value)
      return (result, access.end(&parts.pointee))
    }
    let result: Result
    let isWritten: Bool
    if let type = Value.self as? any _ObservedParts.Type {
      (result, isWritten) = run(type)
    } else if _isPOD(Value.self) || Value.self == String.self {
      let before = value.pointee
      result = body(value)
      isWritten = withUnsafePointer(to: before) {
        ObservedLayout.of(Value.self).isDifferent($0, value)
      }
    } else {
      // The value would have to be kept for comparison, and a collection that is kept is copied
      // when it is changed.
      result = body(value)
      isWritten = true
    }
    if isWritten, let idOffset, let frame = composable_get_frame() {
      ObservedFields.noteWrite(
        state.load(fromByteOffset: idOffset, as: UInt64.self), field, in: frame, of: type)
    }
    return result
  }
}
