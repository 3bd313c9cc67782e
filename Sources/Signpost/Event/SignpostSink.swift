import CCore
import CLTTng
import ComposableCore

/// The destinations of events: the LTTng sessions that record them, and the recorder of the current
/// scope, if there is one.
struct SignpostSink: Sendable {
  let recorder: SignpostRecorder?

  /// The sink of the current scope.
  @inline(__always)
  static var current: SignpostSink {
    SignpostSink(recorder: composable_has_listener() ? SignpostRecorder.current : nil)
  }

  /// Whether a session or a recorder records actions now. A recorder may exist in another scope.
  @inline(__always)
  var isListening: Bool {
    recorder != nil || composable_action_begin_enabled()
  }

  /// Whether a session or a recorder records payloads of actions.
  var recordsPayloads: Bool {
    recorder != nil || composable_action_payload_enabled()
  }

  /// Whether a session or a recorder records actions as data.
  var recordsData: Bool {
    recorder != nil || composable_action_data_enabled()
  }

  /// Whether a session or a recorder records state differences.
  @inline(__always)
  var recordsStateDiffs: Bool {
    composable_state_diff_enabled() || recorder?.details.contains(.stateDiffs) == true
  }

  @inline(__always)
  func actionBegin(
    action: UInt64, cause: UInt64, parent: UInt64, store: UInt64, prefix: UnsafePointer<CChar>,
    name: UnsafePointer<CChar>
  ) {
    if composable_action_begin_enabled() {
      SchemaAnnouncement.announceIfNeeded()
      composable_action_begin_do(action, cause, parent, store, prefix, name)
    }
    if let recorder {
      Self.record(recorder) { ids in
        .actionBegin(
          action: ids.action(action), cause: ids.effect(cause), parent: ids.action(parent),
          store: ids.store(store), prefix: String(cString: prefix), name: String(cString: name))
      }
    }
  }

  @inline(__always)
  func actionEnd(action: UInt64, stateChanged: StateChange, effect: EffectKind) {
    if composable_action_end_enabled() {
      SchemaAnnouncement.announceIfNeeded()
      composable_action_end_do(
        action, composable_state_changed(same: stateChanged),
        composable_effect_kind(same: SignpostEffectKind(effect)))
    }
    if let recorder {
      Self.record(recorder) { ids in
        .actionEnd(
          action: ids.action(action), stateChanged: stateChanged,
          effect: SignpostEffectKind(effect))
      }
    }
  }

  /// Separate, to keep the path to a session short.
  @inline(never)
  private static func record(
    _ recorder: SignpostRecorder, _ event: (inout RecordedIDs) -> SignpostEvent
  ) {
    recorder.append(event)
  }

  func actionPayload(action: UInt64, payload: String) {
    if composable_action_payload_enabled() {
      SchemaAnnouncement.announceIfNeeded()
      composable_action_payload_do(action, payload)
    }
    recorder?.append { ids in .actionPayload(action: ids.action(action), payload: payload) }
  }

  /// Records an action as data. A recorder stores it as a payload.
  func actionData(action: UInt64, _ data: RecordedData) {
    if composable_action_data_enabled() {
      SchemaAnnouncement.announceIfNeeded()
      let nextElement = UInt64(StackElementIDGenerator.current.peek().generation)
      data.forEachPiece { offset, piece in
        composable_action_data_do(
          action, UInt32(clamping: data.size), UInt32(clamping: offset), piece, nextElement)
      }
    }
    recorder?.append { ids in .actionPayload(action: ids.action(action), payload: data.text) }
  }

  /// Records the state before an action, for sessions alone.
  func stateData(action: UInt64, _ data: RecordedData) {
    SchemaAnnouncement.announceIfNeeded()
    data.forEachPiece { offset, piece in
      composable_state_data_do(
        action, UInt32(clamping: data.size), UInt32(clamping: offset), piece)
    }
  }

  /// Records the digest of the state after an action, for sessions alone.
  func stateDigest(action: UInt64, _ digest: UInt64) {
    SchemaAnnouncement.announceIfNeeded()
    composable_state_digest_do(action, digest)
  }

  func stateDiff(action: UInt64, text: String) {
    if composable_state_diff_enabled() {
      SchemaAnnouncement.announceIfNeeded()
      composable_state_diff_do(action, text)
    }
    guard let recorder, recorder.details.contains(.stateDiffs) else { return }
    recorder.append { ids in .stateDiff(action: ids.action(action), text: text) }
  }

  func reduceLatency(
    action: UInt64, prefix: UnsafePointer<CChar>, name: UnsafePointer<CChar>, duration: UInt64
  ) {
    guard composable_reduce_enabled() else { return }
    SchemaAnnouncement.announceIfNeeded()
    composable_reduce_do(action, prefix, name, duration)
  }

  func budgetExceeded(
    action: UInt64, prefix: UnsafePointer<CChar>, name: UnsafePointer<CChar>, budget: UInt64,
    taken: UInt64
  ) {
    if composable_budget_exceeded_enabled() {
      SchemaAnnouncement.announceIfNeeded()
      composable_budget_exceeded_do(action, prefix, name, budget, taken)
    }
    recorder?.append { ids in
      .budgetExceeded(
        action: ids.action(action), prefix: String(cString: prefix), name: String(cString: name),
        budget: .nanoseconds(Int64(clamping: budget)),
        taken: .nanoseconds(Int64(clamping: taken)))
    }
  }

  func effectBegin(
    effect: UInt64, action: UInt64, prefix: UnsafePointer<CChar>, name: UnsafePointer<CChar>,
    _ start: RecordedStart
  ) {
    if composable_effect_begin_enabled() {
      SchemaAnnouncement.announceIfNeeded()
      composable_effect_begin_do(effect, action, prefix, name, start.isAnnounced, start.age)
    }
    recorder?.append { ids in
      .effectBegin(
        effect: ids.effect(effect), action: ids.action(action), prefix: String(cString: prefix),
        name: String(cString: name))
    }
  }

  func effectOutput(effect: UInt64, name: UnsafePointer<CChar>) {
    if composable_effect_output_enabled() {
      SchemaAnnouncement.announceIfNeeded()
      composable_effect_output_do(effect, name)
    }
    recorder?.append { ids in
      .effectOutput(effect: ids.effect(effect), name: String(cString: name))
    }
  }

  func effectEnd(effect: UInt64, outcome: EffectOutcome, outputs: UInt32) {
    if composable_effect_end_enabled() {
      SchemaAnnouncement.announceIfNeeded()
      composable_effect_end_do(
        effect, composable_effect_outcome(same: SignpostOutcome(outcome)), outputs)
    }
    recorder?.append { ids in
      .effectEnd(
        effect: ids.effect(effect), outcome: SignpostOutcome(outcome), outputs: Int(outputs))
    }
  }
}

extension RawRepresentable<UInt8> {
  /// The case with the value of another one: the schema's enumerations are the source of the
  /// tracepoints' enumerations.
  @inline(__always)
  init(same other: some RawRepresentable<UInt8>) {
    self.init(rawValue: other.rawValue)!
  }
}
