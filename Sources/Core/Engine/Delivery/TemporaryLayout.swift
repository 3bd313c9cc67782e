/// What code that does not know the type of a value needs, to keep one in memory of its own for a
/// while.
///
struct TemporaryLayout {
  /// The distance to what follows a value in a ``Scratch``; more than a scratch has where the value
  /// needs another alignment.
  let stride: Int
  let needsDestruction: Bool

  /// The stride of what is not to be kept in a ``Scratch``.
  static let unsuitable = Int.max / 2

  init<Value>(of _: Value.Type) {
    stride =
      MemoryLayout<Value>.alignment > Scratch.alignment
      ? Self.unsuitable
      : (MemoryLayout<Value>.size + Scratch.alignment - 1) & -Scratch.alignment
    needsDestruction = !_isPOD(Value.self)
  }
}

/// Memory on the stack for values whose size is not known in advance.
enum Scratch {
  /// Enough for an action to go through more than ten layers.
  static let byteCount = 1024
  static let alignment = 16

  /// Runs `body` with the first address of the memory and the one after its end.
  @inline(__always)
  static func with<Result>(
    _ body: (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Result
  ) -> Result {
    // The unprotected form: each value is checked to fit before it is written, so there is nothing
    // for a stack protector to find. Literals, as only then the size is known to the compiler.
    _withUnprotectedUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) {
      let start = $0.baseAddress.unsafelyUnwrapped
      return body(start, start + byteCount)
    }
  }
}
