import CCore
import CLTTng
import ComposableCore

/// Records the effects that one action returned.
///
/// Unchecked: the strings it points at are constants that live as long as the process.
final class SignpostEffectTracker: EffectTracker, @unchecked Sendable {
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
  }

  func effectDidBegin() -> UInt64 {
    guard sink.isListening else { return 0 }
    let id = composable_make_id()
    sink.effectBegin(effect: id, action: action, prefix: prefix, name: name)
    return id
  }

  func effectOutput(effect id: UInt64, name: UnsafePointer<CChar>) {
    guard id != 0 else { return }
    sink.effectOutput(effect: id, name: name)
  }

  func effectDidEnd(_ id: UInt64, outcome: EffectOutcome, outputs: UInt32) {
    guard id != 0 else { return }
    sink.effectEnd(effect: id, outcome: outcome, outputs: outputs)
  }
}
