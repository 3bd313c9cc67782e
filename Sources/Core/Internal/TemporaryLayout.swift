/// How to keep a value on the stack for a while, in code that does not know its type.
///
/// A class, and functions rather than optional functions, so that using one counts no references.
@usableFromInline
final class TemporaryLayout {
  private let size: Int
  private let alignment: Int
  let isCommon: Bool
  private let needsDestruction: Bool
  private let destruction: (UnsafeMutableRawPointer) -> Void

  /// Most actions are smaller: for these the place on the stack has a size known in advance.
  private static let commonSize = 64
  private static let commonAlignment = 16

  @usableFromInline
  init<Value>(of _: Value.Type) {
    size = MemoryLayout<Value>.size
    alignment = MemoryLayout<Value>.alignment
    isCommon = size <= Self.commonSize && alignment <= Self.commonAlignment
    needsDestruction = !_isPOD(Value.self)
    destruction = { $0.assumingMemoryBound(to: Value.self).deinitialize(count: 1) }
  }

  /// Runs `body` with memory for one value that ``isCommon``, uninitialized before and after.
  @inline(__always)
  static func withCommonMemory<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result {
    // The unprotected form: what is written here is one value that fits, never a run of bytes whose
    // length comes from elsewhere, so there is nothing for a stack protector to find.
    _withUnprotectedUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) {
      body($0.baseAddress.unsafelyUnwrapped)
    }
  }

  /// Runs `body` with memory for any value: on the stack as well, unless the value is huge.
  func withUncommonMemory<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result {
    guard alignment <= Self.commonAlignment else {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
      defer { memory.deallocate() }
      return body(memory)
    }
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) {
      body($0.baseAddress.unsafelyUnwrapped)
    }
  }

  /// Ends the life of the value in the memory.
  @inline(__always)
  func destroy(_ memory: UnsafeMutableRawPointer) {
    if needsDestruction { destruction(memory) }
  }
}
