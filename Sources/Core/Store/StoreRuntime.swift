public import CCore
import IssueReporting
import Observation

/// The part of a root store that does not depend on the types of state and action: its isolation,
/// its running effects, its observers and its place in the thread's frame.
///
/// Unchecked: effects hold references to it in any isolation, but use it only in `isolation`.
@usableFromInline
class StoreRuntime: Observable, @unchecked Sendable {
  /// In memory of its own rather than in fields: it is read and written for every action, and such
  /// memory is not subject to run-time checks of exclusive access.
  @usableFromInline
  let frame: UnsafeMutablePointer<composable_frame>

  let isolation: any Actor
  let effects = EffectRegistry()
  private let registrar = ObservationRegistrar()

  @usableFromInline
  init(isolation: any Actor) {
    self.isolation = isolation
    frame = .allocate(capacity: 1)
    frame.initialize(
      to: composable_frame(
        store: composable_make_id(), cause: 0, is_processing: false, needs_settling: false))
  }

  deinit {
    effects.cancelAll()
    frame.deallocate()
  }

  func startTask(
    name: String?, priority: TaskPriority?,
    operation: nonisolated(nonsending) @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    isolation.assumeIsolated { isolation in
      Task(name: name, priority: priority) {
        _ = isolation
        await operation()
      }
    }
  }

  // MARK: Observation

  /// Stands for the whole state: what observers of a store register for.
  private var state: Void { () }

  /// Called before each read of the state.
  @usableFromInline
  func willRead() {
    if frame.pointee.is_processing {
      reportIssue(
        """
        A store's state was read while the store processes an action.

        The reducer is changing the state at this moment, so what is read may be a mixture of old \
        and new. Inside of a reducer, use its 'state' parameter; elsewhere, read the state after \
        'send' has returned.
        """)
    }
    registrar.access(self, keyPath: \.state)
    frame.pointee.needs_settling = true
  }

  /// Called once the state may have changed. Whoever wants to hear of the next change has to read
  /// the state again, as with everything `Observable`.
  func didChange() {
    frame.pointee.needs_settling = false
    registrar.willSet(self, keyPath: \.state)
    registrar.didSet(self, keyPath: \.state)
  }
}
