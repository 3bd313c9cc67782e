import ComposableCore

/// A listener for the actions of the wrapped reducer: the part in which wrappers differ.
/// ``WrapperSite`` contains the common part.
///
/// Actions and states are passed as pointers, for the reason given at ``WrapperSite``.
protocol ActionListener: SendableMetatype {
  /// The data kept from the begin of an action until its end.
  associatedtype Interval

  /// The kind of the wrapper: an effect that passes several wrappers of one kind belongs to the
  /// innermost.
  var kind: EffectTrackerKind { get }

  /// Whether states are compared, to determine whether the action changed the state.
  static var comparesStates: Bool { get }

  /// Called before the reducer runs.
  ///
  /// - Returns: `nil` if the action is not recorded. Only ``reduceUnrecorded(_:)`` is then called.
  func begin(_ action: UnsafeRawPointer) -> Interval?

  /// Runs the reducer of an action that is not recorded.
  func reduceUnrecorded(_ base: () -> AnyEffectNode?) -> AnyEffectNode?

  /// Called with the state before the reducer runs.
  func willReduce(_ state: UnsafeRawPointer, in interval: inout Interval)

  /// Runs the reducer, with task-local values for example.
  func reduce(in interval: Interval, _ base: () -> AnyEffectNode?) -> AnyEffectNode?

  /// Called when the reducer has returned.
  func end(_ interval: Interval, change: StateChange, effect: EffectKind)

  /// Called with the state after the end.
  func didReduce(_ state: UnsafeRawPointer, in interval: Interval)

  /// The listener for the effect that the reducer returned.
  func tracker(of interval: Interval) -> EffectListener
}

extension ActionListener {
  static var comparesStates: Bool { true }

  @inline(__always)
  func reduceUnrecorded(_ base: () -> AnyEffectNode?) -> AnyEffectNode? { base() }

  @inline(__always)
  func willReduce(_ state: UnsafeRawPointer, in interval: inout Interval) {}

  @inline(__always)
  func didReduce(_ state: UnsafeRawPointer, in interval: Interval) {}

  @inline(__always)
  func reduce(in interval: Interval, _ base: () -> AnyEffectNode?) -> AnyEffectNode? {
    base()
  }
}

/// A listener for the effects that one action returned.
///
/// Unchecked: it is only used in the isolation of the effect's store.
class EffectListener: EffectTracker, @unchecked Sendable {
  let kind: EffectTrackerKind
  var outer: (any EffectTracker)?

  init(kind: EffectTrackerKind) {
    self.kind = kind
  }

  func effectDidBegin(_ effect: RunningEffect) {}

  func effectIsRunning(_ effect: RunningEffect) {}

  func effectWillSend(_ effect: RunningEffect, name: () -> UnsafePointer<CChar>) {}

  func effectDidEnd(_ effect: RunningEffect, outcome: EffectOutcome) {}

  var surroundsWork: Bool { false }

  nonisolated(nonsending) func run(
    _ effect: RunningEffect, work: nonisolated(nonsending) () async -> EffectOutcome
  ) async -> EffectOutcome {
    await work()
  }
}
