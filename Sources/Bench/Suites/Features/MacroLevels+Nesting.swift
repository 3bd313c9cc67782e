import ComposableCore

/// A counter below three features, each comparable with its twin without macros.
protocol MacroNesting: Reducer {
  /// The action that is `action` of the counter.
  static func action(_ action: MacroCounter.Action) -> Action
  /// The store of the counter, scoped level by level.
  @MainActor static func counter(of store: StoreOf<Self>) -> StoreOf<MacroCounter>
}

extension MacroCounter: MacroNesting {
  static func action(_ action: Action) -> Action { action }
  static func counter(of store: StoreOf<Self>) -> StoreOf<MacroCounter> { store }
}

extension MacroLevel1: MacroNesting {
  static func action(_ action: MacroCounter.Action) -> Action { .child(action) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<MacroCounter> {
    store.scope(\.child, action: \.child)
  }
}

extension MacroLevel2: MacroNesting {
  static func action(_ action: MacroCounter.Action) -> Action {
    .child(MacroLevel1.action(action))
  }

  static func counter(of store: StoreOf<Self>) -> StoreOf<MacroCounter> {
    MacroLevel1.counter(of: store.scope(\.child, action: \.child))
  }
}

extension MacroLevel3: MacroNesting {
  static func action(_ action: MacroCounter.Action) -> Action {
    .child(MacroLevel2.action(action))
  }

  static func counter(of store: StoreOf<Self>) -> StoreOf<MacroCounter> {
    MacroLevel2.counter(of: store.scope(\.child, action: \.child))
  }
}
