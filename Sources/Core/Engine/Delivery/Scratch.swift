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
    // The unprotected form: each value is checked to fit before it is written, so a stack protector
    // has nothing to detect. Literals, as the compiler must know the size.
    _withUnprotectedUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) {
      let start = $0.baseAddress.unsafelyUnwrapped
      return body(start, start + byteCount)
    }
  }
}
