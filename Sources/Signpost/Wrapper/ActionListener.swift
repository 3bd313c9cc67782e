import ComposableCore

/// What a wrapper does with what happens in the reducer that it wraps: the one part in which wrappers
/// differ. ``WrapperSite`` does the rest.
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
  /// - Returns: `nil` if what happens here and now reaches nobody. Nothing else is asked then.
  func begin(_ action: UnsafeRawPointer) -> Interval?

  /// Runs the reducer, with task-local values for example.
  func reduce(in interval: Interval, _ base: () -> AnyEffectNode?) -> AnyEffectNode?

  /// The reducer has returned.
  func end(_ interval: Interval, change: StateChange, effect: EffectKind)

  /// Who listens to the effect that the reducer returned.
  func tracker(of interval: Interval) -> EffectListener
}

extension ActionListener {
  static var comparesStates: Bool { true }

  @inline(__always)
  func reduce(in interval: Interval, _ base: () -> AnyEffectNode?) -> AnyEffectNode? {
    base()
  }
}

/// Somebody who wants to know of the effects that one action returned.
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
