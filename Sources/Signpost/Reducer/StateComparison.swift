import Glibc

/// Finds out whether an action changed the state, where that is cheap to know.
///
/// - A state that holds no references is copied and compared: with `==` if it is `Equatable`, byte
///   by byte otherwise. The answer is `yes` or `no`.
/// - Of any other state the bytes are compared, without what they refer to. If they differ the
///   answer is `yes`: some stored property was written with other contents. If they do not, an
///   object or a buffer may still have changed in place, so the answer is `unknown`.
/// - A state of more than ``maximumSize`` bytes is not looked at: `unknown`.
struct StateComparison {
  private let areEqual: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
  private let answerIfSame: StateChange

  /// The number of bytes whose copy and comparison costs no more than a tracepoint.
  private static let maximumSize = 512

  /// How many bytes to copy before the action: all of the state, or none if it is too large.
  let copiedBytes: Int

  init(of state: Any.Type) {
    func hasNoReferences<State>(_: State.Type) -> Bool { _isPOD(State.self) }
    func size<State>(_: State.Type) -> Int { MemoryLayout<State>.size }
    let hasNoReferences = _openExistential(state, do: hasNoReferences)
    let size = _openExistential(state, do: size)
    copiedBytes = size <= Self.maximumSize ? size : 0
    answerIfSame = hasNoReferences ? .no : .unknown
    areEqual = hasNoReferences ? (state as? any Equatable.Type).map { Self.equality($0) } : nil
  }

  private static func equality<T: Equatable>(
    _: T.Type
  ) -> (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
    { $0.assumingMemoryBound(to: T.self).pointee == $1.assumingMemoryBound(to: T.self).pointee }
  }

  /// Compares the copy with the state as it is now.
  func change(from before: UnsafeRawBufferPointer, to state: UnsafeRawPointer) -> StateChange {
    guard let copy = before.baseAddress, !before.isEmpty else { return .unknown }
    let isSame = areEqual?(copy, state) ?? (memcmp(copy, state, before.count) == 0)
    return isSame ? answerIfSame : .yes
  }
}
