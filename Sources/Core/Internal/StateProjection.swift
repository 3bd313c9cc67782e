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

  @inlinable
  @inline(__always)
  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    guard let offset else { return body(&root[keyPath: keyPath]) }
    return withUnsafeMutablePointer(to: &root) { root in
      body(
        &UnsafeMutableRawPointer(root).advanced(by: offset)
          .assumingMemoryBound(to: Value.self).pointee)
    }
  }

  /// Takes the root `inout` only to have its address: nothing is written.
  @inlinable
  @inline(__always)
  func read<Result>(_ root: inout Root, _ body: (borrowing Value) -> Result) -> Result {
    guard let offset else { return body(root[keyPath: keyPath]) }
    return withUnsafeMutablePointer(to: &root) { root in
      body(
        UnsafeMutableRawPointer(root).advanced(by: offset)
          .assumingMemoryBound(to: Value.self).pointee)
    }
  }
}
