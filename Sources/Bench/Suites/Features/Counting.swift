import ComposableCore

/// A higher-order reducer as users write them: it calls the wrapped one.
struct Counting<Base: Reducer>: Reducer {
  let base: Base
  let tally: Tally

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    tally.count += 1
    return base.reduce(into: &state, action: action)
  }
}

/// A counter that closures share.
final class Tally {
  var count = 0
}
