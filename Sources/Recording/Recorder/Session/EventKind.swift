import TraceSchema

/// A kind of events that a recording can be limited to.
package enum EventKind: String, CaseIterable, Codable, Sendable {
  case actions
  case effects
  case payloads
  case sends
  case scopes
  case observers
  case stores
  case intervals
  case events
  case logs

  /// The events of this kind alone.
  var events: Set<TraceSchema.Event> {
    switch self {
    case .actions: [.actionBegin, .actionEnd, .budgetExceeded]
    case .effects: [.effectBegin, .effectOutput, .effectEnd]
    case .payloads: [.actionPayload, .actionData, .stateData, .stateDigest]
    case .sends: [.send]
    case .scopes: [.scope]
    case .observers: [.observeBegin, .observeEnd, .budgetExceeded]
    case .stores: [.storeCreated, .storeReleased]
    case .intervals: [.intervalBegin, .intervalEnd]
    case .events: [.event]
    case .logs: [.log]
    }
  }

  /// The kinds without which a program does not emit it, or a reader cannot name its stores.
  private var requirements: Set<EventKind> {
    switch self {
    case .actions, .observers, .scopes: [.stores]
    // A program emits these while actions are recorded.
    case .effects, .payloads, .sends: [.actions, .stores]
    case .stores, .intervals, .events, .logs: []
    }
  }

  /// Kinds, with those that they require.
  static func completed(_ kinds: Set<EventKind>) -> Set<EventKind> {
    kinds.union(kinds.flatMap(\.requirements))
  }

  /// Whether its events have the level `debug`.
  package var isOfDebugLevel: Bool {
    events.contains { $0.level == .debug }
  }
}
