import CCore
import ComposableCore

/// Receives the durations of actions and effects.
protocol TimingSink: AnyObject, Sendable {
  /// Whether durations are measured now.
  var isEnabled: Bool { get }
  func recordAction(_ name: TimedName, nanoseconds: UInt64)
  func recordEffectBegin(_ name: TimedName)
  func recordEffectEnd(_ name: TimedName, outcome: EffectOutcome, nanoseconds: UInt64)
}

/// Measures the durations of a reducer's actions.
struct TimingListener<Sink: TimingSink>: ActionListener {
  static var comparesStates: Bool { false }

  private let identity: WrapperIdentity
  private let sink: Sink

  init(_ identity: WrapperIdentity, _ sink: Sink) {
    self.identity = identity
    self.sink = sink
  }

  var kind: EffectTrackerKind { EffectTrackerKind(Unmanaged.passUnretained(sink).toOpaque()) }

  struct Interval {
    let name: TimedName
    let began: UInt64
  }

  func begin(_ action: UnsafeRawPointer) -> Interval? {
    guard sink.isEnabled else { return nil }
    return Interval(
      name: TimedName(prefix: identity.prefix.pointer, name: identity.names(ofValueAt: action)),
      began: composable_now())
  }

  func end(_ interval: Interval, change: StateChange, effect: EffectKind) {
    sink.recordAction(interval.name, nanoseconds: composable_now() - interval.began)
  }

  func tracker(of interval: Interval) -> EffectListener {
    TimingEffectListener(kind: kind, sink, interval.name)
  }
}

/// Measures the durations of the effects that one action returned.
///
/// Unchecked: it is only used in the isolation of the effects' store.
private final class TimingEffectListener: EffectListener, @unchecked Sendable {
  private let sink: any TimingSink
  private let name: TimedName
  /// The effects that were counted at their begin.
  private var counted: Set<UInt64> = []

  init(kind: EffectTrackerKind, _ sink: any TimingSink, _ name: TimedName) {
    self.sink = sink
    self.name = name
    super.init(kind: kind)
  }

  override func effectDidBegin(_ effect: RunningEffect) {
    guard sink.isEnabled else { return }
    effect.noteBegin()
    counted.insert(effect.id)
    sink.recordEffectBegin(name)
  }

  override func effectDidEnd(_ effect: RunningEffect, outcome: EffectOutcome) {
    // An effect counted at its begin is counted at its end, so that the number of running effects
    // stays correct.
    guard counted.remove(effect.id) != nil, let duration = effect.duration else { return }
    sink.recordEffectEnd(name, outcome: outcome, nanoseconds: duration)
  }
}
