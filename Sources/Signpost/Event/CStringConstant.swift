import ComposableCore

/// A string as C sees it, kept for the life of the process: tracepoints are given its address.
///
/// Equal strings share one copy, so that stores made over and over do not add to it.
struct CStringConstant: @unchecked Sendable {
  // Unchecked: what it points at is never changed and never freed.
  let pointer: UnsafePointer<CChar>

  init(_ string: String) {
    pointer =
      Self.known.withLock { known in
        if let pointer = known[string] { return pointer }
        let utf8 = string.utf8CString
        let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: utf8.count)
        _ = copy.initialize(from: utf8)
        let pointer = Address(value: UnsafePointer(copy.baseAddress.unsafelyUnwrapped))
        known[string] = pointer
        return pointer
      }.value
  }

  /// A string of the program's text, which is there already but for those of a single character
  /// that were made as such.
  @inline(__always)
  init(_ string: StaticString) {
    self =
      string.hasPointerRepresentation
      ? Self(pointer: UnsafeRawPointer(string.utf8Start).assumingMemoryBound(to: CChar.self))
      : Self(string.description)
  }

  private init(pointer: UnsafePointer<CChar>) {
    self.pointer = pointer
  }

  private struct Address: @unchecked Sendable {
    let value: UnsafePointer<CChar>
  }

  private static let known = ForkSafeLocked<[String: Address]>([:])
}
