import ComposableCore
import ReferenceEngine

extension Node {
  static func reference(_ world: World, place: String) -> ReferenceReducer<State, Action> {
    let paths = Action.allCasePaths
    let shape = world.program.shape
    let parts = [
      ReferenceReducer<State, Action>.scope(\.scoped, action: paths.scoped) {
        Inner.reference(world, place: place + "scoped.")
      },
      .scope(\.choice, action: paths.choice) {
        Choice<Inner>.reference(world, place: place + "choice.")
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
        ) { Inner.reference(world, place: "") }
      case .rows:
        core = core.forEach(
          \.rows, action: paths.rows, slot: place + "rows", report: world.report
        ) { reference(world, place: "") }
      case .presented:
        core = core.ifLet(
          presented: \.presented, action: paths.presented, slot: place + "presented",
          identity: \.identity, report: world.report
        ) { Choice<Node>.reference(world, place: "") }
      case .stack:
        core = core.forEach(
          stack: \.stack, action: paths.stack, slot: place + "stack", report: world.report
        ) { reference(world, place: "") }
      }
    }
    return .list(
      [ReferenceReducer { state, action in world.referenceReduce(&state, action, .before) }]
        + (shape.scopesLast ? [core] + parts : parts + [core])
        + [ReferenceReducer { state, action in world.referenceReduce(&state, action, .after) }])
  }
}
