import CompanionSupport

/// A store whose effects begin and do no work: a test sends their actions, in any order.
///
/// Effects that are actions, as `Effect.send` is, are processed at once, as in every store.
/// Cancellation by ids, and of the effects of removed children, is the store's own, so that
/// ``isRunning(_:)`` says whether the program could still send an effect's action.
@MainActor
package final class HeldStore<State, Action> {
  private let log = ProcessedActions()
  private let root: RootStore<State, Action>
  private let stackElementIDs: StackElementIDGenerator
  private var effects: [[RunningEffect]] = []
  /// The effects that were not cancelled when they were looked at last.
  private var running: [HeldEffect] = []
  /// The effects that were cancelled since ``takeCancelled()`` was called last, as far as they are
  /// no longer among `running`.
  private var cancelled: [HeldEffect] = []
  /// The number of deliveries until the next look at all of `running`.
  private var deliveriesUntilLook = 16

  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - prepareDependencies: Overrides dependencies of the feature.
  ///   - reducer: Creates the feature.
  package init(
    initialState: State,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    reducer: () -> PreparedReducer<State, Action>
  ) {
    var dependencies = DependencyValues.current
    dependencies.update(prepareDependencies)
    stackElementIDs = dependencies.stackElementID
    root = dependencies.provide { [log] in
      let noting = reducer().map { logic in
        ReducerLogic {
          log.names.append(ActionName.text(of: $1.assumingMemoryBound(to: Action.self).pointee))
          return logic.function($0, $1)
        }
      }
      let root = RootStore(
        initialState: initialState, reducer: noting, isolation: MainActor.shared)
      root.holdsWork = true
      return root
    }
  }

  package var state: State { root.statePointer.pointee }

  /// Processes an action, and those that effects send at once.
  ///
  /// - Parameter nextElement: The id of the next element that a stack appends; `nil` if it is the
  ///   one after the last.
  /// - Returns: The names of these actions, in the order they were processed in.
  @discardableResult
  package func deliver(_ action: Action, nextElement: StackElementID? = nil) -> [String] {
    if let nextElement { stackElementIDs.restart(at: nextElement) }
    log.names = []
    let task = withUnsafePointer(to: action) { root.send($0) }
    let started = task.group?.effectsInFlight ?? []
    running += started.indices.map { HeldEffect(delivery: effects.count, ordinal: $0) }
    effects.append(started)
    deliveriesUntilLook -= 1
    if deliveriesUntilLook == 0 { endCancelled() }
    return log.names
  }

  /// The effects that were cancelled since the last call.
  package func takeCancelled() -> [HeldEffect] {
    endCancelled()
    defer { cancelled = [] }
    return cancelled
  }

  /// Ends cancelled effects, as their work would do by itself. Otherwise each cancellation by an id
  /// would reach all of them again.
  private func endCancelled() {
    var remaining: [HeldEffect] = []
    for held in running {
      guard !isRunning(held) else {
        remaining.append(held)
        continue
      }
      cancelled.append(held)
      let effect = effects[held.delivery][held.ordinal]
      // The end of a part would start the next part of its concatenation.
      if effect.settings.sequence == nil, !(effect.node is EffectSequence), !effect.isFinished {
        effect.end()
      }
    }
    running = remaining
    // As many deliveries as a look costs.
    deliveriesUntilLook = max(16, remaining.count)
  }

  /// The number of effects that a delivery has started.
  package func effectCount(ofDelivery delivery: Int) -> Int { effects[delivery].count }

  /// Whether an effect has been started, and was not cancelled. A concatenation is one effect, and
  /// stays at its first part that works.
  package func isRunning(_ effect: HeldEffect) -> Bool {
    let started = effects[effect.delivery]
    guard started.indices.contains(effect.ordinal) else { return false }
    let effect = started[effect.ordinal]
    return effect.task?.isCancelled == false
      && (effect.node as? EffectSequence)?.isCurrentCancelled != true
  }

  /// Where an effect was created.
  package func place(of effect: HeldEffect) -> String {
    effects[effect.delivery][effect.ordinal].place.fileAndLine
  }

  /// Ends the effects without their work: as long as they run, they keep one another.
  package func endEffects() {
    root.effects.endAll()
  }
}

/// An effect of a ``HeldStore``.
package struct HeldEffect: Hashable, Sendable {
  /// The number of the delivery that started it, from 0 on.
  package let delivery: Int
  /// The number of effects that the delivery started before.
  package let ordinal: Int

  package init(delivery: Int, ordinal: Int) {
    self.delivery = delivery
    self.ordinal = ordinal
  }
}

/// The names of processed actions.
///
/// Unchecked: accessed on the main actor only, by the reducer and the store.
private final class ProcessedActions: @unchecked Sendable {
  var names: [String] = []
}
