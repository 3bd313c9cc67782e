/// Tracks the work of the effects that one action returned: the part of a ``StoreInstrument`` that
/// belongs to one action.
///
/// Called in the isolation of the effects' store, which makes it `Sendable`.
package protocol EffectTracker: AnyObject, Sendable {
  /// If wrappers of one kind are nested, the innermost tracks: it belongs to the action that
  /// started the work.
  var kind: EffectTrackerKind { get }

  /// The next tracker between the work and the root of the tree, of the same or another kind. Set
  /// once, when the effect starts.
  var outer: (any EffectTracker)? { get set }

  /// Called when the work starts.
  func effectDidBegin(_ effect: RunningEffect)

  /// Called when the instrument is attached, or attached again, while the work is running.
  func effectIsRunning(_ effect: RunningEffect)

  /// Called when the work sends an action.
  ///
  /// - Parameter name: Returns the name of the action.
  func effectWillSend(_ effect: RunningEffect, name: () -> UnsafePointer<CChar>)

  /// Called when the work has ended, exactly once for each begin.
  func effectDidEnd(_ effect: RunningEffect, outcome: EffectOutcome)

  /// Whether the work is to be run by ``run(_:work:)``.
  var surroundsWork: Bool { get }

  /// Runs the work of an effect, with task-local values for example.
  nonisolated(nonsending) func run(
    _ effect: RunningEffect, work: nonisolated(nonsending) () async -> EffectOutcome
  ) async -> EffectOutcome
}

extension EffectTracker {
  package func effectIsRunning(_ effect: RunningEffect) {}

  package func effectWillSend(_ effect: RunningEffect, name: () -> UnsafePointer<CChar>) {}

  package var surroundsWork: Bool { false }

  package nonisolated(nonsending) func run(
    _ effect: RunningEffect, work: nonisolated(nonsending) () async -> EffectOutcome
  ) async -> EffectOutcome {
    await work()
  }
}

/// Identifies trackers that report to the same destination.
package struct EffectTrackerKind: Hashable, Sendable {
  private let address: UInt

  /// - Parameter pointer: A pointer that identifies the destination, and is never freed.
  package init(_ pointer: UnsafeRawPointer) {
    address = UInt(bitPattern: pointer)
  }

  /// - Parameter name: A literal that occurs once in the source code, whose address is the
  ///   identity.
  package init(_ name: StaticString) {
    self.init(name.utf8Start)
  }
}

/// How the work of an effect ended.
package enum EffectOutcome: Sendable {
  /// The code returned.
  case finished
  /// The effect was cancelled before its code returned, or threw `CancellationError`.
  case cancelled
  /// The code threw an error.
  case failed
}

extension Effect {
  /// The same effect, observed.
  ///
  /// - Parameters:
  ///   - tracker: Tracks each piece of work; created for this effect alone.
  ///   - willSend: Called with the work and each action it sends, before it is delivered.
  package func tracked(
    by tracker: any EffectTracker, willSend: @escaping (RunningEffect, Action) -> Void
  ) -> Self {
    guard let node else { return .none }
    return Self(node: TrackedNode(node, tracker, willSend))
  }
}

private final class TrackedNode<Action>: WrappingNode<Action, Action>, @unchecked Sendable {
  let tracker: any EffectTracker
  let willSend: (RunningEffect, Action) -> Void

  init(
    _ base: EffectNode<Action>, _ tracker: any EffectTracker,
    _ willSend: @escaping (RunningEffect, Action) -> Void
  ) {
    self.tracker = tracker
    self.willSend = willSend
    super.init(base)
  }

  override func covers(_ kind: EffectTrackerKind) -> Bool { tracker.kind == kind }

  override func start(in context: EffectContext<Action>) {
    var inner = context.forwarding {
      [tracker, willSend, outlet = context.outlet]
      (action: Action, effect: RunningEffect?, group: EffectGroup, chain: UInt8) in
      if let effect, effect.isTracked(by: tracker) { willSend(effect, action) }
      outlet(action, effect, group, chain)
    }
    tracker.outer = context.settings.tracker
    inner.settings.tracker = tracker
    if let base { inner.descend(to: base) }
  }
}
