import CCore
import CLTTng
import ReplayFile

/// Records the states of one wrapped reducer for a replay.
final class StateRecorder {
  private let data: ((UnsafeRawPointer) -> RecordedData)?
  private let digest: (UnsafeRawPointer) -> UInt64?
  private let stores = StoresOfSession()

  /// - Returns: `nil` if nothing is to be recorded, or the state cannot be encoded.
  init?<State>(_ option: SignpostStates, of state: State.Type) {
    guard option != .none, let type = state as? any Encodable.Type else { return nil }
    (data, digest) = Self.functions(option, type)
  }

  private static func functions<Value: Encodable>(
    _ option: SignpostStates, _: Value.Type
  ) -> (data: ((UnsafeRawPointer) -> RecordedData)?, digest: (UnsafeRawPointer) -> UInt64?) {
    let digest: (UnsafeRawPointer) -> UInt64? = {
      try? StateDigest.of($0.assumingMemoryBound(to: Value.self).pointee)
    }
    guard option.limit > 0 else { return (nil, digest) }
    return (
      { [limit = option.limit] in
        RecordedData(
          $0.assumingMemoryBound(to: Value.self).pointee, limit: limit,
          encoder: ReplayCoding.stateEncoder())
      }, digest
    )
  }

  /// Records the state before an action, once for each root store and session.
  func willReduce(_ state: UnsafeRawPointer, _ action: UInt64, _ sink: SignpostSink) {
    guard let data, composable_state_data_enabled() else { return }
    let store = composable_get_frame()?.pointee.store ?? 0
    guard stores.insert(store, in: SessionStart.number) else { return }
    sink.stateData(action: action, data(state))
  }

  /// Records the digest of the state after an action.
  func didReduce(_ state: UnsafeRawPointer, _ action: UInt64, _ sink: SignpostSink) {
    guard composable_state_digest_enabled(), let digest = digest(state) else { return }
    sink.stateDigest(action: action, digest)
  }
}
