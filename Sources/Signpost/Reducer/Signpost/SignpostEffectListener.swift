import CLTTng
import ComposableCore

/// Records the effects that one action returned.
///
/// Unchecked: the strings it points to are constants that are never freed.
final class SignpostEffectListener: EffectListener, @unchecked Sendable {
  private let sink: SignpostSink
  private let action: UInt64
  private let prefix: UnsafePointer<CChar>
  private let name: UnsafePointer<CChar>

  init(
    sink: SignpostSink, action: UInt64, prefix: UnsafePointer<CChar>, name: UnsafePointer<CChar>
  ) {
    self.sink = sink
    self.action = action
    self.prefix = prefix
    self.name = name
    super.init(kind: SignpostListener.signpostKind)
  }

  override func effectDidBegin(_ effect: RunningEffect) {
    guard sink.isListening else { return }
    record(effect, .new, in: sink)
  }

  override func effectIsRunning(_ effect: RunningEffect) {
    // A recorder has recorded the begin already, or does not record it.
    let sink = SignpostSink(recorder: nil)
    guard sink.isListening, effect.generation < session else { return }
    // The action is not recorded, and so its name was not judged.
    if action == 0, composable_leaves_out(prefix, name) { return }
    record(effect, .announced(age: effect.age), in: sink)
  }

  private func record(_ effect: RunningEffect, _ start: RecordedStart, in sink: SignpostSink) {
    effect.recordedID = effect.id
    effect.generation = session
    sink.effectBegin(effect: effect.id, action: action, prefix: prefix, name: name, start)
  }

  private var session: UInt64 {
    SessionStart.number
  }

  override func effectWillSend(_ effect: RunningEffect, name: () -> UnsafePointer<CChar>) {
    // No wrapper observes the actions of an effect whose begin was not recorded, and a dismissal
    // alone would mislead.
    guard effect.recordedID != 0, action != 0 else { return }
    effect.recordedOutputs += 1
    sink.effectOutput(effect: effect.id, name: name())
  }

  override func effectDidEnd(_ effect: RunningEffect, outcome: EffectOutcome) {
    guard effect.recordedID != 0 else { return }
    sink.effectEnd(
      effect: effect.id, outcome: outcome,
      outputs: action != 0 ? effect.recordedOutputs : effect.outputs)
  }
}
