#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Determines whether an action changed the state, if that is cheap to compare.
///
/// - A state without references is copied and compared: with `==` if it is `Equatable`, byte by
///   byte otherwise. The result is `yes` or `no`.
/// - Of any other state the bytes are compared, without the objects they refer to. If they differ
///   the result is `yes`: some stored property was written with other contents. If they do not, an
///   object or a buffer may still have changed in place, so the result is `unknown`.
/// - A state of more than ``maximumSize`` bytes is not compared: `unknown`.
///
/// A class with stored functions, so that comparing touches no reference count.
final class StateComparison {
  private let areEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  private let answerIfSame: StateChange

  /// The maximum size for which a copy and a comparison cost no more than a tracepoint.
  private static let maximumSize = 512

  /// The number of bytes to copy before the action: all of the state, or none if it is too large.
  private let size: Int

  init(of state: Any.Type) {
    func hasNoReferences<State>(_: State.Type) -> Bool { _isPOD(State.self) }
    func size<State>(_: State.Type) -> Int { MemoryLayout<State>.size }
    let hasNoReferences = _openExistential(state, do: hasNoReferences)
    let size = _openExistential(state, do: size)
    if size == 0 || size > Self.maximumSize {
      self.size = 0
      answerIfSame = .unknown
    } else {
      self.size = size
      answerIfSame = hasNoReferences ? .no : .unknown
    }
    if hasNoReferences, let type = state as? any Equatable.Type {
      areEqual = Self.equality(type)
    } else {
      areEqual = { memcmp($0, $1, size) == 0 }
    }
  }

  private static func equality<T: Equatable>(
    _: T.Type
  ) -> (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
    { $0.assumingMemoryBound(to: T.self).pointee == $1.assumingMemoryBound(to: T.self).pointee }
  }

  /// Runs `body`, which may change the state in memory, and determines whether it did.
  @inline(__always)
  func change<Result>(
    of state: UnsafeRawPointer, by body: () -> Result
  ) -> (result: Result, change: StateChange) {
    // The unprotected form: no more bytes are written than fit. A literal, as the compiler must
    // know the size.
    _withUnprotectedUnsafeTemporaryAllocation(byteCount: 512, alignment: 16) { buffer in
      let before = buffer.baseAddress.unsafelyUnwrapped
      before.copyMemory(from: state, byteCount: size)
      let result = body()
      guard size > 0, !areEqual(before, state) else { return (result, answerIfSame) }
      return (result, .yes)
    }
  }
}
