public import Signpost

/// An action, as one `.signpost()` has seen it.
///
/// An action that passes nested wrappers is recorded by each of them: what an inner wrapper says of it
/// is ``nested`` in what the outer one says.
public struct RecordedAction: Identifiable, Sendable {
  let graph: CauseGraph
  private let facts: CauseGraph.Action

  init(_ facts: CauseGraph.Action, in graph: CauseGraph) {
    self.facts = facts
    self.graph = graph
  }

  /// The number that it has in the recorder's events.
  public var id: Int { facts.id }

  /// Its name: its cases, without payloads.
  public var name: String { facts.name }

  /// The prefix of the wrapper.
  public var prefix: String { facts.prefix }

  /// The number of the root store whose reducer ran, 0 outside of a store.
  public var store: Int { facts.store }

  /// Whether the reducer still runs.
  public var isOpen: Bool { facts.end == nil }

  /// Whether it changed the state; `nil` while the reducer runs.
  public var stateChange: StateChange? { facts.end?.change }

  /// What the reducer returned; `nil` while it runs.
  public var effectKind: SignpostEffectKind? { facts.end?.effect }

  /// What it holds, where the wrapper was asked to record that.
  public var payload: String? { facts.payload }

  /// What it changed in the state, where the recorder was made to include that.
  public var stateDifference: String? { facts.stateDifference }

  /// By how much its reducer took longer than the wrapper allows, if it did.
  public var exceededBudget: ExceededBudget? { facts.exceededBudget }

  /// The effect that sent it; `nil` if it came from outside, or the effect was not recorded.
  public var cause: RecordedEffect? { graph.effect(facts.cause) }

  /// What the enclosing wrapper says of it, or, in another store, the action whose reducer sent it.
  public var parent: RecordedAction? { graph.action(facts.parent) }

  /// What the wrappers within this one say of it, from the first to the last.
  public var nested: [RecordedAction] { facts.nested.compactMap(graph.action) }

  /// The effects that it started, in the order in which their work began, with those that belong to
  /// wrappers within this one.
  ///
  /// Effects that were returned, and whose work has not begun yet, are not among them.
  public var effects: [RecordedEffect] {
    levels.flatMap(\.ownEffects).sorted { $0.position < $1.position }
  }

  /// Why it was sent: the action whose effect sent it, the action whose effect sent that one, and so
  /// on, up to the one that came from outside.
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

  /// Whether the wrappers around it, if any, tell of another action.
  var isOutermost: Bool { parent?.store != store }

  /// What the outermost wrapper says of this action.
  var outermost: RecordedAction {
    guard !isOutermost, let parent else { return self }
    return parent.outermost
  }

  /// What this wrapper and those within it say of this action, from the outside.
  var levels: [RecordedAction] {
    [self] + nested.filter { !$0.isOutermost }.flatMap(\.levels)
  }

  /// Whether an effect that is not known has sent it.
  var hasUnknownCause: Bool { facts.cause != 0 && cause == nil }

  func isCalled(_ name: String, prefix: String?) -> Bool {
    self.name == name && (prefix == nil || self.prefix == prefix)
  }
}

/// A budget of a wrapper, and the time that its reducer took instead.
public struct ExceededBudget: Hashable, Sendable {
  /// How long the reducer may take.
  public let budget: Duration
  /// How long it took.
  public let taken: Duration
}
