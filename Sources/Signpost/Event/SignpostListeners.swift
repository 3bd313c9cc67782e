import CLTTng
public import Synchronization

/// Whether anybody listens: the branch that an action pays while nobody does.
///
/// The two words are read through pointers that were found out once. The hot path is compiled into
/// the client's module as a function in which LLVM inlines nothing, so that a call of the
/// tracepoint façade, or of a global's accessor, would stay a call.
@usableFromInline
struct SignpostListeners {
  @usableFromInline let sessions: UnsafePointer<Atomic<Int32>>
  @usableFromInline let recorders: UnsafePointer<Atomic<Int32>>

  @usableFromInline
  init() {
    sessions = UnsafeRawPointer(composable_action_begin_state())
      .assumingMemoryBound(to: Atomic<Int32>.self)
    recorders = UnsafePointer(Self.recorderCount.pointer)
  }

  @inlinable
  @inline(__always)
  var isAnybodyThere: Bool {
    (sessions.pointee.load(ordering: .relaxed) | recorders.pointee.load(ordering: .relaxed)) != 0
  }

  /// Whether any recorder exists in the process.
  static var isRecorderThere: Bool {
    recorderCount.pointer.pointee.load(ordering: .relaxed) != 0
  }

  /// Counts a recorder that came (1) or went (-1).
  static func countRecorder(_ change: Int32) {
    recorderCount.pointer.pointee.add(change, ordering: .relaxed)
  }

  private struct Count: @unchecked Sendable {
    // Unchecked: the word is atomic, and never freed.
    let pointer = UnsafeMutablePointer<Atomic<Int32>>.allocate(capacity: 1)

    init() {
      pointer.initialize(to: Atomic(0))
    }
  }

  private static let recorderCount = Count()
}
