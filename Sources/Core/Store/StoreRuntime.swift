public import CCore
import IssueReporting

/// The part of a root store that does not depend on the types of state and action: its isolation,
/// its running effects, its observers and its place in the thread's frame.
///
/// Unchecked: effects hold references to it in any isolation, but use it only in `isolation`.
@usableFromInline
class StoreRuntime: @unchecked Sendable {
  /// In memory of its own rather than in fields: it is read and written for every action, and such
  /// memory is not subject to run-time checks of exclusive access.
  @usableFromInline
  let frame: UnsafeMutablePointer<composable_frame>

  let isolation: any Actor
  let effects = EffectRegistry()
  private let observed = ObservedValues()

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

  /// Called before each read of the state.
  @usableFromInline
  func willRead(_ reference: Unmanaged<AnyObject>) {
    if frame.pointee.is_processing {
      reportIssue(
        """
        A store's state was read while the store processes an action.

        The reducer is changing the state at this moment, so what is read may be a mixture of old \
        and new. Inside of a reducer, use its 'state' parameter; elsewhere, read the state after \
        'send' has returned.
        """)
    }
    let value = unsafeDowncast(reference.takeUnretainedValue(), to: ObservedValue.self)
    guard value.willBeRead() else { return }
    observed.append(value)
    if observed.needsCheck { frame.pointee.needs_settling = true }
  }

  /// Called once the state may have changed.
  func didChange() {
    frame.pointee.needs_settling = false
    observed.stateMayHaveChanged {
      weak let runtime = self
      _ = startTask(name: nil, priority: nil) { runtime?.checkObservedValues() }
    }
    frame.pointee.needs_settling = observed.needsCheck
  }

  private func checkObservedValues() {
    observed.check()
    if observed.needsCheck { frame.pointee.needs_settling = true }
  }
}
