import CCore

// The stores of a run, their actions and their effects.

extension ExploredRun {
  /// The same reducer, with its actions observed.
  func observing<State, Action>(
    _ reducer: PreparedReducer<State, Action>
  ) -> PreparedReducer<State, Action> {
    worker.children += 1
    let store = exploredHash(worker.identity, worker.children)
    stores.insert(store)
    return reducer.map { logic in
      ReducerLogic { [weak self, owner] stateAddress, actionAddress in
        guard let run = ExploredRun.current, run === self else {
          // The job ran elsewhere, as a turn of an actor that another thread has enqueued does.
          OutsideJobs.noteEscape(from: owner)
          return logic.function(stateAddress, actionAddress)
        }
        let state = stateAddress.assumingMemoryBound(to: State.self)
        let before: State? = run.keepsChanges ? state.pointee : nil
        let effect = logic.function(stateAddress, actionAddress)
        let event = run.didDeliver(
          actionAddress.assumingMemoryBound(to: Action.self).pointee, to: store, before: before,
          after: state.pointee)
        guard let node = Effect<Action>(erased: effect).node else { return nil }
        run.absorbStates()
        // An action that is sent at once is a part of the same step.
        guard !node.isAction else { return effect }
        return Effect(node: node)
          .tracked(by: ExploredEffectTracker(run, event), willSend: { _, _ in }).node
      }
    }
  }

  private func didDeliver<State, Action>(
    _ action: Action, to store: Int, before: State?, after: State
  ) -> Int {
    let name = ActionName.text(of: action)
    // The effect's own task may be another: a group's child for example.
    let causing = RunningEffect.causing.flatMap { effects.event(of: $0) }
    let previous = lastDelivery.flatMap { $0.step == steps ? $0.event : nil }
    let content =
      states.number(of: after, cause: exploredHash(store, stores[store], name))
      ?? exploredHash(stores[store], worker.identity, worker.history, name)
    stores.set(content, of: store)
    worker.absorb(store, name)
    record(
      name, stateType: State.self, identity: (name, store), cause: causing ?? previous,
      change: before.map { states.change(from: $0, to: after) },
      changedProperties: before.map { ChangedProperties(from: $0, to: after).paths } ?? [])
    if keepsChanges { lastStates[store] = after }
    lastDelivery = (steps, events.count - 1)
    return events.count - 1
  }

  /// The effects of an action capture the parts of the state that they need.
  private func absorbStates() { worker.absorb(stores.configuration) }

  /// Records that a root store was created in the run.
  func didCreate(_ root: StoreRuntime) { stores.insert(root: root) }

  /// Records that a store is used: one that was made outside of the run is the same in each run.
  func willUse(_ root: StoreRuntime) {
    guard !stores.contains(root: root) else { return }
    note(.storeFromOutside(feature: nameOfFeature(root.stateType)))
  }

  /// Records that an action is about to be sent to a store.
  package func willSend<State, Action>(to store: Store<State, Action>) {
    willUse(store.runtime)
  }

  /// Records that an action is about to be sent to a store.
  package func willSend<State, Action>(to store: StoreActor<State, Action>) {
    willUse(store.runtime)
  }

  /// Records that the feature of an effect was removed.
  func didRemove(_ effect: RunningEffect) { effects.remove(effect) }

  /// The events that started the effects which still run although their feature was removed.
  package var effectsOfRemovedFeatures: [Int] { effects.ofRemovedFeatures }

  /// The events that started the effects which still run although their store has been released.
  package var outlivingEffects: [Int] { effects.outliving }

  /// Records that an effect waits before it begins, as with `debounce`.
  func didBeginDelay(of effect: RunningEffect) {
    guard let event = lastDelivery?.event else { return }
    effects.begin(effect, of: event)
  }

  /// Records the end of the wait.
  func didEndDelay(of effect: RunningEffect) { effects.end(effect) }

  /// Records that an effect has begun.
  func didBegin(_ effect: RunningEffect, of event: Int) {
    guard ExploredRun.current === self else { return noteEscape() }
    effects.begin(effect, of: event, in: composable_current_task())
  }

  /// Records that an effect has ended.
  func didEnd(_ effect: RunningEffect) {
    guard ExploredRun.current === self else { return noteEscape() }
    effects.end(effect)
  }
}
