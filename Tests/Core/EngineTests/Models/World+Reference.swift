import ReferenceEngine

// The features of programs for the reference engine.

typealias NodeReducer = ReferenceReducer<NodeModel, ModelAction>
typealias ChoiceReducer = ReferenceReducer<ChoiceModel, ModelAction>

extension World {
  /// A feature with as many levels of features inside of each other.
  ///
  /// - Parameter place: Names the place among the features that the same feature embeds with
  ///   `Scope`.
  func node(level: Int, place: String = "") -> NodeReducer {
    func reducer(_ phase: Phase, noting values: [Int] = []) -> NodeReducer {
      NodeReducer { [self] state, action in
        referenceReduce(&state, action, phase, noting: values) { ModelAction($0, level: level) }
      }
    }
    guard level > 0 else { return reducer(.core) }
    let parts = [
      NodeReducer.scope(\.children[.scoped]!, action: ModelAction.child(.scoped)) { [self] in
        node(level: level - 1, place: place + "scoped.")
      },
      .scope(\.choice, action: ModelAction.choice) { [self] in
        choice(level: level - 1, place: place + "choice.")
      },
    ]
    let core = program.shape.operators.reduce(reducer(.core)) {
      adding($1, to: $0, level: level, place: place)
    }
    .onChange(of: \.values) { reducer(.changed, noting: [$0.count, $1.count]) }
    let binding = NodeReducer { state, action in
      if case .run(let order) = action.event, order.form == .binding, action.route.isEmpty {
        state.bound = order.script
      }
      return .none
    }
    return .list(
      [reducer(.before), binding] + (program.shape.scopesLast ? [core] + parts : parts + [core])
        + [reducer(.after)])
  }

  private func adding(
    _ slot: Slot, to core: NodeReducer, level: Int, place: String
  ) -> NodeReducer {
    switch slot {
    case .optional:
      core.ifLet(
        \.children[.optional], action: ModelAction.child(.optional), slot: place + "optional",
        identity: \.identity, report: report
      ) { [self] in
        overriding(called(node(level: level - 1))) { mark, _ in Mark.optional(mark) }
      }
    case .rows:
      core.forEach(
        \.rows, action: ModelAction.rows, slot: place + "rows", ownID: \.id, report: report
      ) { [self] in overriding(called(node(level: level))) { _, _ in Mark.row } }
    case .presented:
      core.ifLet(
        presented: \.presented, action: ModelAction.presented, slot: place + "presented",
        identity: \.identity, report: report
      ) { [self] in choice(level: level) }
    case .stack:
      core.forEach(
        stack: \.stack, action: ModelAction.stack, slot: place + "stack", report: report
      ) { [self] in node(level: level) }
    case .alert:
      marking(core) { state, action in
        switch ModelAction.alert.extract(action) {
        case .presented where state.alert != nil: "a chosen button"
        case .dismiss where state.alert != nil: "a dismissed alert"
        default: nil
        }
      }
      .ifLet(
        prompt: \.alert, action: ModelAction.alert, identity: \.serial, report: report)
    }
  }

  /// A feature, or a reducer that calls it if the program requests that.
  func called(_ reducer: NodeReducer) -> NodeReducer {
    guard program.shape.callsFeatures else { return reducer }
    return overriding(reducer) { Mark.called($0, $1.target?.order) }
  }

  /// The same reducer, with another dependency for it and its children.
  private func overriding(
    _ reducer: NodeReducer, _ mark: @escaping (Int, ModelAction) -> Int
  ) -> NodeReducer {
    NodeReducer { [self] state, action in
      with(referenceMark: mark(referenceMark, action)) { reducer.reduce(&state, action) }
    } children: { state in
      reducer.children(state)
    }
  }

  /// The same reducer, which notes the situations that it finds itself in.
  private func marking(
    _ reducer: NodeReducer, _ situation: @escaping (NodeModel, ModelAction) -> String?
  ) -> NodeReducer {
    NodeReducer { [self] state, action in
      if let situation = situation(state, action) { reach(situation) }
      return reducer.reduce(&state, action)
    } children: { state in
      reducer.children(state)
    }
  }

  /// An enum of features.
  private func choice(level: Int, place: String = "") -> ChoiceReducer {
    ChoiceReducer { [self] state, action in
      referenceReduce(&state, action, .inner) { ModelAction(inChoice: $0, level: level) }
    }
    .ifCaseLet(
      ReferenceCase {
        ChoiceModel(level: level, .first($0))
      } extract: {
        $0.first
      },
      action: ModelAction.child(.first), slot: place + "first", identity: \.identity, report: report
    ) { [self] in node(level: level) }
    .ifCaseLet(
      ReferenceCase {
        ChoiceModel(level: level, .second($0))
      } extract: {
        $0.second
      },
      action: ModelAction.child(.second), slot: place + "second", identity: \.identity,
      report: report
    ) { [self] in node(level: level) }
  }
}
