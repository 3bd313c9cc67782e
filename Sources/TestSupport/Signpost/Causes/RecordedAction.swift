public import Signpost

/// An action, as recorded by one `.signpost()`.
///
/// Each of several nested wrappers records an action. The record of an inner wrapper is ``nested``
/// in the record of the outer one.
public struct RecordedAction: Identifiable, Sendable {
  let graph: CauseGraph
  private let facts: CauseGraph.Action

  init(_ facts: CauseGraph.Action, in graph: CauseGraph) {
    self.facts = facts
    self.graph = graph
  }

  /// The number of the action in the recorder's events.
  public var id: Int { facts.id }

  /// The name of the action, which consists of its cases without payloads.
  public var name: String { facts.name }

  /// The prefix of the wrapper.
  public var prefix: String { facts.prefix }

  /// The number of the root store whose reducer ran, 0 outside a store.
  public var store: Int { facts.store }

  /// Whether the reducer is still running.
  public var isOpen: Bool { facts.end == nil }

  /// Whether the action changed the state; `nil` while the reducer runs.
  public var stateChange: StateChange? { facts.end?.change }

  /// The kind of effect that the reducer returned; `nil` while it runs.
  public var effectKind: SignpostEffectKind? { facts.end?.effect }

  /// The payload of the action, if the wrapper records payloads.
  public var payload: String? { facts.payload }

  /// The state difference, if the recorder includes differences.
  public var stateDifference: String? { facts.stateDifference }

  /// The budget that its reducer exceeded, if it did.
  public var exceededBudget: ExceededBudget? { facts.exceededBudget }

  /// The effect that sent it; `nil` if it came from outside, or the effect was not recorded.
  public var cause: RecordedEffect? { graph.effect(facts.cause) }

  /// The record of the enclosing wrapper, or, in another store, the action whose reducer sent it.
  public var parent: RecordedAction? { graph.action(facts.parent) }

  /// The records of the wrappers within this one, in order.
  public var nested: [RecordedAction] { facts.nested.compactMap(graph.action) }

  /// The effects that the action started, in the order in which their work began, including effects
  /// of wrappers within this one.
  ///
  /// It does not contain returned effects whose work has not begun yet.
  public var effects: [RecordedEffect] {
    levels.flatMap(\.ownEffects).sorted { $0.position < $1.position }
  }

  /// The chain of causes: the action whose effect sent this one, the action whose effect sent that
  /// one, and so on, up to the action that came from outside.
  ///
  /// ```swift
  /// let badge = try #require(recorder.causes.only("badgeUpdated"))
  /// #expect(badge.becauseOf.map(\.name) == ["response", "refreshButtonTapped"])
  /// ```
  public var becauseOf: [RecordedAction] {
    var chain: [RecordedAction] = []
    var next = reason
    while let action = next {
      chain.append(action)
      next = action.reason
    }
    return chain
  }

  private var reason: RecordedAction? {
    if let cause { return cause.action }
    guard let parent else { return nil }
    return isOutermost ? parent : parent.reason
  }
}

extension RecordedAction {
  /// The effects that belong to this wrapper.
  var ownEffects: [RecordedEffect] { facts.effects.compactMap(graph.effect) }

  /// Whether the enclosing wrapper, if any, recorded another action.
  var isOutermost: Bool { parent?.store != store }

  /// The record of this action by the outermost wrapper.
  var outermost: RecordedAction {
    guard !isOutermost, let parent else { return self }
    return parent.outermost
  }

  /// The records of this action by this wrapper and those within it, from the outermost to the
  /// innermost.
  var levels: [RecordedAction] {
    [self] + nested.filter { !$0.isOutermost }.flatMap(\.levels)
  }

  /// Whether an unrecorded effect has sent it.
  var hasUnknownCause: Bool { facts.cause != 0 && cause == nil }

  func isCalled(_ name: String, prefix: String?) -> Bool {
    self.name == name && (prefix == nil || self.prefix == prefix)
  }
}

/// A budget of a wrapper, and the actual duration of its reducer.
public struct ExceededBudget: Hashable, Sendable {
  /// The allowed duration of the reducer.
  public let budget: Duration
  /// The actual duration.
  public let taken: Duration
}
