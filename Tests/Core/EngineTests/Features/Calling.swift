import ComposableCore

/// A reducer as users write them around others: it calls the one that it wraps, with a dependency
/// of its own.
struct Calling<Base: Reducer>: Reducer where Base.Action: ScriptedAction {
  let base: Base

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    withDependencies {
      $0.mark = Mark.called($0.mark, action.target?.order)
    } operation: {
      base.reduce(into: &state, action: action)
    }
  }
}

extension World {
  /// A feature, or a reducer that calls it if the program requests that.
  func feature<Feature: ScriptedFeature>(
    _ feature: Feature
  ) -> Reduce<Feature.State, Feature.Action> {
    program.shape.callsFeatures ? Reduce(Calling(base: feature)) : Reduce(feature)
  }
}
