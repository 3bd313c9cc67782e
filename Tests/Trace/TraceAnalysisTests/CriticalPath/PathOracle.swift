@testable import TraceAnalysis

/// Critical paths by brute force: every moment of each is looked at by itself, every cause is
/// looked up in all events, and slack is found by moving effects.
struct PathOracle {
  struct Action {
    var id: UInt64
    var cause: UInt64
    var store: UInt64
    var sent: Int64
    var begin: Int64
    var end: Int64?
    var reactions: [(number: UInt64, begin: Int64, end: Int64)] = []
    var isOpen = false
    var known: Int64 { end ?? begin }
  }

  struct Effect {
    var id: UInt64
    /// The interval whose reducer returned it.
    var interval: UInt64
    var begin: Int64
    var end: Int64?
    var isCancelled = false
    var isAwaited: Bool { end != nil && !isCancelled }
  }

  struct Path: Equatable {
    var action: UInt64
    var isFromOutside: Bool
    var start: Int64
    var end: Int64
    /// The segment of each moment.
    var moments: [PathSegment]
    var actions: Int
    var effects: Int
    var cancelled: Int
    var isRunning: Bool
  }

  private var actions: [Action] = []
  private(set) var effects: [Effect] = []
  /// The outermost action of an interval.
  private var outermost: [UInt64: UInt64] = [:]
  private var concatenations: Set<UInt64> = []
  /// Where each action is, the action that each effect sent first, and the effects by their ids.
  private var places: [UInt64: Int] = [:]
  private var firstOutputs: [UInt64: UInt64] = [:]
  private var effectPlaces: [UInt64: Int] = [:]
  private var roots: [UInt64: UInt64] = [:]
  /// The actions of each effect, as far as the path follows it.
  private var outputs: [UInt64: [Action]] = [:]

  init(_ events: [WrittenEvent]) {
    func number(_ event: WrittenEvent, _ field: Int) -> UInt64 {
      if case .integer(let value) = event.values[field] { value } else { 0 }
    }
    var sends: [UInt64: Int64] = [:]
    var changed: [UInt64: UInt64] = [:]
    var reaction: (number: UInt64, action: UInt64?, begin: Int64) = (0, nil, 0)
    var openIntervals: Set<UInt64> = []
    for event in events {
      let id = number(event, 0)
      switch event.name {
      case "composable:send": sends[id] = event.time - Int64(number(event, 6))
      case "composable:action_begin":
        let parent = number(event, 2)
        outermost[id] = outermost[parent] ?? id
        openIntervals.insert(id)
        if parent == 0 {
          actions.append(
            Action(
              id: id, cause: number(event, 1), store: number(event, 3),
              sent: sends[id] ?? event.time, begin: event.time))
        }
      case "composable:action_end":
        openIntervals.remove(id)
        if number(event, 2) == 4 { concatenations.insert(id) }
        guard let place = actions.firstIndex(where: { $0.id == id }) else { continue }
        actions[place].end = event.time
        if number(event, 1) != 1 { changed[actions[place].store] = id }
      case "composable:effect_begin":
        effects.append(Effect(id: id, interval: number(event, 1), begin: event.time))
      case "composable:effect_end":
        guard let place = effects.firstIndex(where: { $0.id == id }) else { continue }
        effects[place].end = event.time
        effects[place].isCancelled = number(event, 1) == 1
      case "composable:observe_begin":
        reaction = (reaction.number + 1, changed[id], event.time)
        if let place = actions.firstIndex(where: { $0.id == changed[id] }) {
          actions[place].isOpen = true
        }
      case "composable:observe_end":
        guard let place = actions.firstIndex(where: { $0.id == reaction.action }) else { continue }
        actions[place].isOpen = false
        actions[place].reactions.append((reaction.number, reaction.begin, event.time))
      default: break
      }
    }
    for (place, action) in actions.enumerated() {
      places[action.id] = place
      if firstOutputs[action.cause] == nil { firstOutputs[action.cause] = action.id }
    }
    for (place, effect) in effects.enumerated() { effectPlaces[effect.id] = place }
    for interval in openIntervals {
      if let place = actions.firstIndex(where: { $0.id == outermost[interval] }) {
        actions[place].isOpen = true
      }
    }
    for action in actions {
      roots[action.id] = root(of: action)
      if let effect = cause(of: action) { outputs[effect.id, default: []].append(action) }
    }
  }

  // MARK: - Causes

  private func action(_ id: UInt64) -> Action? { places[id].map { actions[$0] } }

  private func effect(_ id: UInt64) -> Effect? { effectPlaces[id].map { effects[$0] } }

  private func action(of effect: Effect) -> Action? { outermost[effect.interval].flatMap(action) }

  /// The effect that an action follows, if it is among the causes of the path.
  private func cause(of action: Action) -> Effect? {
    guard let effect = effect(action.cause), self.action(of: effect) != nil else { return nil }
    return effect.isAwaited || firstOutputs[effect.id] == action.id ? effect : nil
  }

  private func root(of action: Action) -> UInt64 {
    if let known = roots[action.id] { return known }
    guard let effect = cause(of: action), let earlier = self.action(of: effect) else {
      return action.id
    }
    return root(of: earlier)
  }

  // MARK: - Paths

  func paths() -> [Path] { actions.filter { root(of: $0) == $0.id }.map(path) }

  private enum Node {
    case action(UInt64)
    case effect(UInt64)
    case reaction(UInt64, of: UInt64)

    var rank: Int {
      switch self {
      case .effect: 0
      case .reaction: 1
      case .action: 2
      }
    }
  }

  private func members(_ root: UInt64) -> (actions: [Action], effects: [Effect]) {
    let own = actions.filter { self.root(of: $0) == root }
    let ids = Set(own.map(\.id))
    return (
      own, effects.filter { effect in action(of: effect).map { ids.contains($0.id) } == true }
    )
  }

  private func path(from root: Action) -> Path {
    let (actions, effects) = members(root.id)
    var ends: [(time: Int64, begin: Int64, id: UInt64, node: Node)] = []
    for action in actions {
      ends.append((action.known, action.begin, action.id, .action(action.id)))
      for reaction in action.reactions {
        ends.append(
          (reaction.end, reaction.begin, reaction.number, .reaction(reaction.number, of: action.id))
        )
      }
    }
    for effect in effects where effect.isAwaited {
      ends.append((effect.end ?? 0, effect.begin, effect.id, .effect(effect.id)))
    }
    let last = ends.max {
      ($0.time, $0.begin, $0.node.rank, $0.id) < ($1.time, $1.begin, $1.node.rank, $1.id)
    }
    let end = max(last?.time ?? root.sent, root.sent)
    let moments =
      root.sent < end
      ? (root.sent..<end).map { moment in
        segment(at: moment, before: last?.node ?? .action(root.id), from: end)
      } : []
    return Path(
      action: root.id, isFromOutside: root.cause == 0, start: root.sent, end: end,
      moments: moments, actions: actions.count, effects: effects.count,
      cancelled: effects.filter { effect in
        effect.isCancelled && firstOutputs[effect.id] == nil
      }.count,
      isRunning: actions.contains(where: \.isOpen) || effects.contains { $0.end == nil })
  }

  /// The segment at a moment. `node` is known to be on the path until `time`.
  private func segment(at moment: Int64, before node: Node, from time: Int64) -> PathSegment {
    switch node {
    case .reaction(let number, let id):
      guard let action = action(id),
        let own = action.reactions.first(where: { $0.number == number })
      else { return .unknown }
      if moment >= own.begin { return .observers }
      return waiting(at: moment, since: action.known, action)
        ?? segment(at: moment, before: .action(id), from: min(action.known, time))
    case .action(let id):
      guard let action = action(id) else { return .unknown }
      if moment >= action.begin { return .reducers }
      if moment >= action.sent { return .queue }
      guard let effect = cause(of: action) else { return .unknown }
      return segment(at: moment, before: .effect(effect.id), from: min(action.sent, time))
    case .effect(let id):
      guard let effect = effect(id), let action = action(of: effect)
      else { return .unknown }
      if moment >= effect.begin { return segment(at: moment, within: effect, until: time) }
      if let earlier = predecessor(of: effect, action), let end = earlier.end {
        return waiting(at: moment, since: end, action)
          ?? segment(at: moment, before: .effect(earlier.id), from: min(end, effect.begin))
      }
      return waiting(at: moment, since: action.known, action)
        ?? segment(at: moment, before: .action(action.id), from: action.known)
    }
  }

  private func waiting(at moment: Int64, since time: Int64, _ action: Action) -> PathSegment? {
    guard moment >= time else { return nil }
    return action.reactions.contains { $0.begin <= moment && moment < $0.end }
      ? .observers : .waiting
  }

  private func segment(
    at moment: Int64, within effect: Effect, until time: Int64
  ) -> PathSegment {
    let outputs = outputs[effect.id, default: []].filter { $0.sent < time }
    if outputs.contains(where: { $0.begin <= moment && moment < $0.known }) { return .reducers }
    if outputs.contains(where: { output in
      output.reactions.contains { $0.begin <= moment && moment < $0.end }
    }) {
      return .observers
    }
    if outputs.contains(where: { $0.sent <= moment && moment < $0.begin }) { return .queue }
    return .effects
  }

  private func predecessor(of effect: Effect, _ action: Action) -> Effect? {
    guard concatenations.contains(effect.interval) else { return nil }
    return effects.filter { other in
      other.interval == effect.interval && other.id != effect.id
        && other.end.map { $0 <= effect.begin } == true
        && (other.begin, other.id) < (effect.begin, effect.id)
    }
    .max { ($0.end ?? 0, $0.begin, $0.id) < ($1.end ?? 0, $1.begin, $1.id) }
  }

  // MARK: - Slack

  /// When the last consequence of an action is over if an effect and all that follows it comes so
  /// much later.
  func end(of root: UInt64, delaying id: UInt64, by delay: Int64) -> Int64 {
    let (actions, effects) = members(root)
    guard let delayed = effects.first(where: { $0.id == id }) else { return 0 }
    var moved: Set<UInt64> = [id]
    if concatenations.contains(delayed.interval), let end = delayed.end {
      for next in effects where next.interval == delayed.interval && next.begin >= end {
        moved.insert(next.id)
      }
    }
    func isMoved(_ action: Action) -> Bool {
      guard let effect = cause(of: action) else { return false }
      return moved.contains(effect.id) || self.action(of: effect).map(isMoved) == true
    }
    var last = Int64.min
    for action in actions {
      let shift = isMoved(action) ? delay : 0
      last = max(last, action.known + shift)
      for reaction in action.reactions { last = max(last, reaction.end + shift) }
    }
    for effect in effects where effect.isAwaited {
      let isMoved =
        moved.contains(effect.id) || action(of: effect).map { isMoved($0) } == true
      last = max(last, (effect.end ?? 0) + (isMoved ? delay : 0))
    }
    return last
  }
}
