public import Signpost

/// The recorded actions and effects, ordered by cause: the effects that each action started, and
/// the actions that each effect sent.
///
/// ```swift
/// print(recorder.causes)
/// ```
/// ```
/// [counter] factButtonTapped, state changed
///   effect 1, finished
///     [counter] factResponse, state changed
/// ```
///
/// It is a snapshot: get a new one from the recorder after more events. It contains only events of
/// actions and effects.
public struct RecordedCauses: Sendable {
  let graph: CauseGraph

  /// Creates the causes of events.
  ///
  /// - Parameter events: Events of one recorder, in their order.
  public init(_ events: [SignpostEvent]) {
    graph = CauseGraph(events)
  }

  /// All actions, in the order in which their reducers began to run, once for each wrapper that
  /// they passed.
  public var actions: [RecordedAction] { graph.actionOrder.compactMap(graph.action) }

  /// All effects, in the order in which their work began.
  public var effects: [RecordedEffect] { graph.effectOrder.compactMap(graph.effect) }

  /// The actions that no recorded effect has sent, as recorded by the outermost wrapper.
  public var actionsFromOutside: [RecordedAction] {
    outermostActions.filter { $0.cause == nil }
  }

  /// Returns the actions of a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - prefix: The prefix of the wrapper; any if `nil`.
  public func actions(_ name: String, prefix: String? = nil) -> [RecordedAction] {
    actions.filter { $0.isCalled(name, prefix: prefix) }
  }

  /// Returns the first action of a name; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - prefix: The prefix of the wrapper; any if `nil`.
  public func first(_ name: String, prefix: String? = nil) -> RecordedAction? {
    actions(name, prefix: prefix).first
  }

  /// Returns the last action of a name; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - prefix: The prefix of the wrapper; any if `nil`.
  public func last(_ name: String, prefix: String? = nil) -> RecordedAction? {
    actions(name, prefix: prefix).last
  }

  /// Returns the only action of a name; `nil` if there is none, or if there are several.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - prefix: The prefix of the wrapper; any if `nil`.
  public func only(_ name: String, prefix: String? = nil) -> RecordedAction? {
    let actions = actions(name, prefix: prefix)
    return actions.count == 1 ? actions[0] : nil
  }

  /// Returns the effects that actions of a name have started.
  ///
  /// - Parameters:
  ///   - name: The name of the actions, as recorded by the innermost wrapper.
  ///   - prefix: The prefix of that wrapper; any if `nil`.
  public func effects(startedBy name: String, prefix: String? = nil) -> [RecordedEffect] {
    effects.filter { $0.name == name && (prefix == nil || $0.prefix == prefix) }
  }

  /// All actions, each once, as recorded by the outermost wrapper.
  var outermostActions: [RecordedAction] { actions.filter(\.isOutermost) }
}

extension SignpostRecorder {
  /// The recorded actions and effects so far, ordered by cause.
  ///
  /// ```swift
  /// let response = recorder.causes.only("factResponse")
  /// #expect(response?.cause?.outcome == .finished)
  /// print(recorder.causes)
  /// ```
  public var causes: RecordedCauses { RecordedCauses(events) }
}

extension CauseGraph {
  func action(_ id: Int) -> RecordedAction? {
    actions[id].map { RecordedAction($0, in: self) }
  }

  func effect(_ id: Int) -> RecordedEffect? {
    effects[id].map { RecordedEffect($0, in: self) }
  }
}
