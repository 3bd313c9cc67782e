import CompanionSupport
import ComposableCore

/// A C string that is kept until the process exits: tracepoints receive its address.
///
/// Equal strings share one copy, so that creating stores repeatedly does not add to it.
struct CStringConstant: @unchecked Sendable {
  // Unchecked: the memory it points to is never changed and never freed.
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

  /// A string literal, used in place. One that is stored as a single Unicode scalar is copied.
  @inline(__always)
  init(_ string: StaticString) {
    self =
      string.hasPointerRepresentation
      ? Self(pointer: UnsafeRawPointer(string.utf8Start).assumingMemoryBound(to: CChar.self))
      : Self(string.description)
  }

  /// No text, in place of one that is unknown.
  static let empty = CStringConstant("" as StaticString)

  private init(pointer: UnsafePointer<CChar>) {
    self.pointer = pointer
  }

  private struct Address: @unchecked Sendable {
    let value: UnsafePointer<CChar>
  }

  private static let known = ForkSafeLocked<[String: Address]>([:])
}
