import ComposableCore
import ReferenceEngine

extension Node {
  static func reference(_ world: World, place: String) -> ReferenceReducer<State, Action> {
    let paths = Action.allCasePaths
    let shape = world.program.shape
    let parts = [
      ReferenceReducer<State, Action>.scope(\.scoped, action: paths.scoped) {
        world.reference(Inner.self, place: place + "scoped.")
      },
      .scope(\.choice, action: paths.choice) {
        world.reference(Choice<Inner>.self, place: place + "choice.")
      },
    ]
    var core = ReferenceReducer<State, Action> { state, action in
      world.referenceReduce(&state, action, .core)
    }
    for slot in shape.operators {
      switch slot {
      case .optional:
        core = core.ifLet(
          \.optional, action: paths.optional, slot: place + "optional", identity: \.identity,
          report: world.report
        ) { world.reference(Inner.self) }
      case .rows:
        core = core.forEach(
          \.rows, action: paths.rows, slot: place + "rows", report: world.report
        ) { world.reference(Node.self) }
      case .presented:
        core = core.ifLet(
          presented: \.presented, action: paths.presented, slot: place + "presented",
          identity: \.identity, report: world.report
        ) { world.reference(Choice<Node>.self) }
      case .stack:
        core = core.forEach(
          stack: \.stack, action: paths.stack, slot: place + "stack", report: world.report
        ) { world.reference(Node.self) }
      }
    }
    return .list(
      [ReferenceReducer { state, action in world.referenceReduce(&state, action, .before) }]
        + (shape.scopesLast ? [core] + parts : parts + [core])
        + [ReferenceReducer { state, action in world.referenceReduce(&state, action, .after) }])
  }
}
