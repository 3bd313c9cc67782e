import CCore
import ComposableCore
import CustomDump

/// Records what actions change in the state of a wrapped reducer.
///
/// Goes around the wrapper, so that neither copying nor comparing counts as time of the reducer.
struct StateDiffer: Sendable {
  private let record:
    @Sendable (UnsafeRawPointer, SignpostSink, () -> AnyEffectNode?) -> AnyEffectNode?

  /// - Returns: `nil` if nothing is to be recorded.
  init?<State>(_ option: SignpostStateDiff, of _: State.Type) {
    let describe: @Sendable (State, State) -> String?
    switch option.content {
    case .none:
      return nil
    case .properties:
      describe = { ChangedProperties(from: $0, to: $1).text }
    case .full:
      describe = { diff($0, $1) }
    }
    record = { state, sink, reduce in
      // The id that the wrapper will take.
      let action = composable_take_action_id()
      composable_announce_action(action)
      let state = state.assumingMemoryBound(to: State.self)
      let before = state.pointee
      let effect = reduce()
      if let text = describe(before, state.pointee) {
        sink.stateDiff(action: action, text: RecordedText.limited(text, to: option.limit))
      }
      return effect
    }
  }

  /// Runs a wrapped reducer on the state at an address, and records what it changes if somebody
  /// wants to know.
  @inline(__always)
  func observe(
    _ state: UnsafeRawPointer, _ reduce: () -> AnyEffectNode?
  ) -> AnyEffectNode? {
    let sink = SignpostSink.current
    guard sink.recordsStateDiffs else { return reduce() }
    return record(state, sink, reduce)
  }

  /// The wrapped reducer, observed.
  func wrap(_ base: @escaping ErasedReducer) -> ErasedReducer {
    { state, action in observe(state) { base(state, action) } }
  }
}
