import ComposableCore

/// A listener for the actions of the wrapped reducer: the part in which wrappers differ.
/// ``WrapperSite`` does the rest.
///
/// Actions and states come as addresses, for the reason that ``WrapperSite`` gives.
protocol ActionListener: SendableMetatype {
  /// What is kept from the begin of an action until its end.
  associatedtype Interval

  /// Which wrappers count as the same where an effect passes several.
  var kind: EffectTrackerKind { get }

  /// Whether it wants to know if the state has changed.
  static var comparesStates: Bool { get }

  /// The reducer is about to run.
  ///
  /// - Returns: `nil` if the action is not recorded. No other method is then called.
  func begin(_ action: UnsafeRawPointer) -> Interval?

  /// Looks at the state before the reducer runs.
  func willReduce(_ state: UnsafeRawPointer, in interval: inout Interval)

  /// Runs the reducer, with task-local values for example.
  func reduce(in interval: Interval, _ base: () -> AnyEffectNode?) -> AnyEffectNode?

  /// The reducer has returned.
  func end(_ interval: Interval, change: StateChange, effect: EffectKind)

  /// Looks at the state after the end.
  func didReduce(_ state: UnsafeRawPointer, in interval: Interval)

  /// Who listens to the effect that the reducer returned.
  func tracker(of interval: Interval) -> EffectListener
}

extension ActionListener {
  static var comparesStates: Bool { true }

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
