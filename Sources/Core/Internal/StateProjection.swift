/// A part of a value, reached without a key path where its place in memory is fixed.
///
/// Writing through a key path costs about 20 ns and, for a computed property, copies the value out
/// and back. A stored property has an offset, which makes the access one addition.
@usableFromInline
struct StateProjection<Root, Value> {
  @usableFromInline let keyPath: WritableKeyPath<Root, Value>
  @usableFromInline let offset: Int?

  @inlinable
  init(_ keyPath: WritableKeyPath<Root, Value>) {
    self.keyPath = keyPath
    self.offset = MemoryLayout<Root>.offset(of: keyPath)
  }

  /// The address of the part, if it has a place of its own.
  @inlinable
  @inline(__always)
  func address(in root: UnsafeMutablePointer<Root>) -> UnsafeMutablePointer<Value>? {
    guard let offset else { return nil }
    return UnsafeMutableRawPointer(root).advanced(by: offset).assumingMemoryBound(to: Value.self)
  }

  @inlinable
  @inline(__always)
  func modify<Result>(
    _ root: UnsafeMutablePointer<Root>, _ body: (UnsafeMutablePointer<Value>) -> Result
  ) -> Result {
    guard let value = address(in: root) else {
      return withUnsafeMutablePointer(to: &root.pointee[keyPath: keyPath], body)
    }
    return body(value)
  }

  @inlinable
  @inline(__always)
  func read<Result>(
    _ root: UnsafeMutablePointer<Root>, _ body: (borrowing Value) -> Result
  ) -> Result {
    guard let value = address(in: root) else { return body(root.pointee[keyPath: keyPath]) }
    return body(value.pointee)
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
