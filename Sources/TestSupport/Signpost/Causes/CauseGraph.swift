import Signpost

/// The recorded actions and effects, linked by their ids.
///
/// A reference, so that every action and effect leads to all others. It never changes.
final class CauseGraph: Sendable {
  struct Action {
    let id: Int
    let cause: Int
    let parent: Int
    let store: Int
    let prefix: String
    let name: String
    var end: (change: StateChange, effect: SignpostEffectKind)?
    var payload: String?
    var stateDifference: String?
    var exceededBudget: ExceededBudget?
    var nested: [Int] = []
    var effects: [Int] = []
  }

  struct Effect {
    let id: Int
    let action: Int
    let prefix: String
    let name: String
    var outputs: [String] = []
    var outcome: SignpostOutcome?
    /// The actions that it sent and that arrived, without the records of inner wrappers.
    var sent: [Int] = []
    /// The number of effects that began before it.
    var position = 0
  }

  let actions: [Int: Action]
  let effects: [Int: Effect]
  /// The ids in the order of the begins.
  let actionOrder: [Int]
  let effectOrder: [Int]
  /// Begins and ends that do not match.
  let irregularities: [String]

  init(_ events: [SignpostEvent]) {
    var builder = Builder()
    for event in events { builder.add(event) }
    actions = builder.actions
    effects = builder.effects
    actionOrder = builder.actionOrder
    effectOrder = builder.effectOrder
    irregularities = builder.irregularities
  }
}

private struct Builder {
  var actions: [Int: CauseGraph.Action] = [:]
  var effects: [Int: CauseGraph.Effect] = [:]
  var actionOrder: [Int] = []
  var effectOrder: [Int] = []
  var irregularities: [String] = []

  mutating func add(_ event: SignpostEvent) {
    switch event {
    case .actionBegin(let action, let cause, let parent, let store, let prefix, let name):
      begin(
        CauseGraph.Action(
          id: action, cause: cause, parent: parent, store: store, prefix: prefix, name: name))
    case .actionEnd(let action, let stateChanged, let effect):
      if let ended = actions[action], ended.end != nil {
        irregularities.append("The action '\(ended.name)', number \(action), ended twice.")
      }
      actions[action]?.end = (stateChanged, effect)
    case .actionPayload(let action, let payload):
      actions[action]?.payload = payload
    case .stateDiff(let action, let text):
      actions[action]?.stateDifference = text
    case .budgetExceeded(let action, _, _, let budget, let taken):
      actions[action]?.exceededBudget = ExceededBudget(budget: budget, taken: taken)
    case .effectBegin(let effect, let action, let prefix, let name):
      begin(CauseGraph.Effect(id: effect, action: action, prefix: prefix, name: name))
    case .effectOutput(let effect, let name):
      effects[effect]?.outputs.append(name)
    case .effectEnd(let effect, let outcome, _):
      if let ended = effects[effect], ended.outcome != nil {
        irregularities.append("The effect \(effect) of '\(ended.name)' ended twice.")
      }
      effects[effect]?.outcome = outcome
    default:
      // Other events do not concern actions and effects.
      break
    }
  }

  private mutating func begin(_ action: CauseGraph.Action) {
    guard actions[action.id] == nil else {
      irregularities.append("The action '\(action.name)', number \(action.id), began twice.")
      return
    }
    actions[action.id] = action
    actionOrder.append(action.id)
    actions[action.parent]?.nested.append(action.id)
    if actions[action.parent]?.store != action.store {
      effects[action.cause]?.sent.append(action.id)
    }
  }

  private mutating func begin(_ effect: CauseGraph.Effect) {
    guard effects[effect.id] == nil else {
      irregularities.append("The effect \(effect.id) of '\(effect.name)' began twice.")
      return
    }
    effects[effect.id] = effect
    effects[effect.id]?.position = effectOrder.count
    effectOrder.append(effect.id)
    actions[effect.action]?.effects.append(effect.id)
  }
}
