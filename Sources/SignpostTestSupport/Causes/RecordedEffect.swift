public import Signpost

/// The work of an effect, as recorded from its begin on.
public struct RecordedEffect: Identifiable, Sendable {
  private let graph: CauseGraph
  private let facts: CauseGraph.Effect

  init(_ facts: CauseGraph.Effect, in graph: CauseGraph) {
    self.facts = facts
    self.graph = graph
  }

  /// The number that it has in the recorder's events.
  public var id: Int { facts.id }

  /// The name of the action that started it.
  public var name: String { facts.name }

  /// The prefix of the innermost wrapper around it.
  public var prefix: String { facts.prefix }

  /// The action that started it, as the innermost wrapper tells of it.
  public var action: RecordedAction? { graph.action(facts.action) }

  /// How it ended; `nil` while it runs.
  public var outcome: SignpostOutcome? { facts.outcome }

  /// Whether its work has not ended.
  public var isRunning: Bool { outcome == nil }

  /// The names of the actions that it sent, in order, as the innermost wrapper names them.
  public var outputs: [String] { facts.outputs }

  /// The actions that it sent and that a store has processed, in order, as the outermost wrapper tells of
  /// them.
  public var actions: [RecordedAction] { facts.sent.compactMap(graph.action) }
}

extension RecordedEffect {
  /// How many effects began before it.
  var position: Int { facts.position }

  /// An action that an effect sent.
  struct Output {
    let name: String
    /// What became of it, as the outermost wrapper tells; `nil` if no store has processed it so far.
    let action: RecordedAction?

    /// The first wrapper from the outside that calls it so; `nil` if none does.
    func level(called name: String, prefix: String?) -> RecordedAction? {
      action?.levels.first { $0.isCalled(name, prefix: prefix) }
    }
  }

  /// What it sent, in order.
  ///
  /// Each is processed in its turn, unless nobody is there any more to do it. So what arrived is told
  /// apart by name where less did than was sent.
  var sent: [Output] {
    var arrived = actions[...]
    let isComplete = arrived.count == outputs.count
    return outputs.map { name in
      guard let next = arrived.first,
        isComplete || next.levels.contains(where: { $0.isCalled(name, prefix: prefix) })
      else { return Output(name: name, action: nil) }
      arrived.removeFirst()
      return Output(name: name, action: next)
    }
  }
}
