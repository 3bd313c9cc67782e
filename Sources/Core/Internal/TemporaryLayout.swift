/// How to keep a value on the stack for a while, in code that does not know its type.
@usableFromInline
struct TemporaryLayout {
  private let size: Int
  private let alignment: Int
  /// What to do with the value in the end; `nil` where nothing has to be done.
  private let destroy: ((UnsafeMutableRawPointer) -> Void)?

  @usableFromInline
  init<Value>(of _: Value.Type) {
    size = MemoryLayout<Value>.size
    alignment = MemoryLayout<Value>.alignment
    destroy =
      _isPOD(Value.self)
      ? nil : { $0.assumingMemoryBound(to: Value.self).deinitialize(count: 1) }
  }

  /// Most actions are smaller: for these the place on the stack has a size known in advance.
  private static let commonSize = 64
  private static let commonAlignment = 16

  /// Runs `body` with memory for one value.
  ///
  /// - Parameter body: Returns whether it left a value there, which is then destroyed.
  @inline(__always)
  func withMemory<Result>(
    _ body: (UnsafeMutableRawPointer) -> (result: Result, isInitialized: Bool)
  ) -> Result {
    guard size <= Self.commonSize, alignment <= Self.commonAlignment else {
      return withUncommonMemory(body)
    }
    // The unprotected form: what is written here is one value that fits, never a run of bytes whose
    // length comes from elsewhere, so there is nothing for a stack protector to find.
    return _withUnprotectedUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) {
      use($0.baseAddress.unsafelyUnwrapped, body)
    }
  }

  /// On the stack as well, unless the value is huge.
  @inline(never)
  private func withUncommonMemory<Result>(
    _ body: (UnsafeMutableRawPointer) -> (result: Result, isInitialized: Bool)
  ) -> Result {
    guard alignment <= Self.commonAlignment else {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
      defer { memory.deallocate() }
      return use(memory, body)
    }
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) {
      use($0.baseAddress.unsafelyUnwrapped, body)
    }
  }

  @inline(__always)
  private func use<Result>(
    _ memory: UnsafeMutableRawPointer,
    _ body: (UnsafeMutableRawPointer) -> (result: Result, isInitialized: Bool)
  ) -> Result {
    let (result, isInitialized) = body(memory)
    if isInitialized, let destroy { destroy(memory) }
    return result
  }
}
