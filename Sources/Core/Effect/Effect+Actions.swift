extension Effect {
  /// The actions that the effect sends when it runs on its own, for tests of effects without a
  /// feature.
  ///
  /// It starts at once, on the main actor. ``cancel(id:)`` that runs in the same way, and
  /// `Task.cancel(id:)`, cancel it by its ids.
  @_spi(Internals)
  public var actions: AsyncStream<Action> {
    guard let node else { return .finished }
    return AsyncStream { continuation in
      // Actions are created and received on the main actor, and transferred to the stream there.
      let run = UncheckedSendable((node, continuation))
      let task = Task { @MainActor in
        let (node, continuation) = run.value
        let store = Store<Void, Action?>(initialState: ()) {
          Reduce { _, action in
            guard let action else { return Effect<Action?>(mapping: node) { $0 } }
            nonisolated(unsafe) let output = action
            continuation.yield(output)
            return .none
          }
        }
        store.runtime.effects.shareCancellations(with: .ofEffectsOnTheirOwn)
        await store.send(nil).finish()
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
