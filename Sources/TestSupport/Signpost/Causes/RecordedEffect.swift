public import Signpost

/// The work of an effect, recorded from its begin on.
public struct RecordedEffect: Identifiable, Sendable {
  private let graph: CauseGraph
  private let facts: CauseGraph.Effect

  init(_ facts: CauseGraph.Effect, in graph: CauseGraph) {
    self.facts = facts
    self.graph = graph
  }

  /// The number of the effect in the recorder's events.
  public var id: Int { facts.id }

  /// The name of the action that started it.
  public var name: String { facts.name }

  /// The prefix of the innermost wrapper around it.
  public var prefix: String { facts.prefix }

  /// The action that started it, as recorded by the innermost wrapper.
  public var action: RecordedAction? { graph.action(facts.action) }

  /// The outcome of the effect; `nil` while it runs.
  public var outcome: SignpostOutcome? { facts.outcome }

  /// Whether the work has not ended.
  public var isRunning: Bool { outcome == nil }

  /// The names of the actions that it sent, in order, as the innermost wrapper names them.
  public var outputs: [String] { facts.outputs }

  /// The actions that it sent and that a store has processed, in order, as recorded by the
  /// outermost wrapper.
  public var actions: [RecordedAction] { facts.sent.compactMap(graph.action) }
}

extension RecordedEffect {
  /// The number of effects that began before it.
  var position: Int { facts.position }

  /// An action that an effect sent.
  struct Output {
    let name: String
    /// The processed action, as recorded by the outermost wrapper; `nil` if no store has processed
    /// it so far.
    let action: RecordedAction?

    /// The outermost wrapper that records it under this name; `nil` if there is none.
    func level(called name: String, prefix: String?) -> RecordedAction? {
      action?.levels.first { $0.isCalled(name, prefix: prefix) }
    }
  }

  /// The actions it sent, in order.
  ///
  /// Sending and arrival are separate events, which are matched by name. An action is not processed
  /// if its store has been released.
  var sent: [Output] {
    var arrived = actions[...]
    var sent: [Output] = []
    for name in outputs {
      if let index = arrived.firstIndex(where: { $0.isAlsoCalled(name) }) {
        sent += arrived[..<index].map(Output.init)
        sent.append(Output(name: name, action: arrived[index]))
        arrived = arrived[(index + 1)...]
      } else {
        sent.append(Output(name: name, action: nil))
      }
    }
    return sent + arrived.map(Output.init)
  }
}

extension RecordedEffect.Output {
  /// An action that arrived without a matching output of an effect.
  fileprivate init(_ action: RecordedAction) {
    self.init(name: action.name, action: action)
  }
}

extension RecordedAction {
  /// Whether an inner wrapper would record it under this name.
  fileprivate func isAlsoCalled(_ name: String) -> Bool {
    levels.contains { $0.name == name || $0.name.hasSuffix(".\(name)") }
  }
}
