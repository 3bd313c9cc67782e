import CLTTng
import Glibc

/// Finds out whether an action changed the state, where that is cheap to know.
///
/// - A state that holds no references is copied and compared: with `==` if it is `Equatable`, byte
///   by byte otherwise. The answer is `yes` or `no`.
/// - Of any other state the bytes are compared, without what they refer to. If they differ the
///   answer is `yes`: some stored property was written with other contents. If they do not, an
///   object or a buffer may still have changed in place, so the answer is `unknown`.
/// - A state of more than ``maximumSize`` bytes is not looked at: `unknown`.
struct StateComparison<State> {
  private let areEqual: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
  private let answerIfSame: composable_state_changed
  private let isSmallEnough = MemoryLayout<State>.size <= Self.maximumSize

  /// The number of bytes whose copy and comparison costs no more than a tracepoint.
  static var maximumSize: Int { 512 }

  init() {
    let hasNoReferences = _isPOD(State.self)
    answerIfSame = hasNoReferences ? .no : .unknown
    if hasNoReferences, let type = State.self as? any Equatable.Type {
      areEqual = Self.equality(type)
    } else {
      areEqual = nil
    }
  }

  private static func equality<T: Equatable>(
    _: T.Type
  ) -> (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
    { $0.assumingMemoryBound(to: T.self).pointee == $1.assumingMemoryBound(to: T.self).pointee }
  }

  @inline(__always)
  func detectChange<Result>(
    of state: inout State, _ body: (inout State) -> Result
  ) -> (Result, composable_state_changed) {
    guard isSmallEnough else { return (body(&state), .unknown) }
    let size = MemoryLayout<State>.size
    return withUnsafeMutablePointer(to: &state) { state in
      withUnsafeTemporaryAllocation(
        byteCount: max(size, 1), alignment: MemoryLayout<State>.alignment
      ) { before in
        before.copyMemory(from: UnsafeRawBufferPointer(start: state, count: size))
        let result = body(&state.pointee)
        guard let copy = before.baseAddress else { return (result, .unknown) }
        let isSame = areEqual?(copy, state) ?? (memcmp(copy, state, size) == 0)
        return (result, isSame ? answerIfSame : .yes)
      }
    }
  }
}
