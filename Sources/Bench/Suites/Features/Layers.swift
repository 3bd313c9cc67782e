import ComposableCore

// The states and actions of `Levels.swift`, with only the `Scope` around the child at each level:
// the cost of one layer.

struct Layer1: Nesting {
  typealias State = Level1.State
  typealias Action = Level1.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Counter()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level1.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level1.counter(of: store) }
}

struct Layer2: Nesting {
  typealias State = Level2.State
  typealias Action = Level2.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Layer1()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level2.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level2.counter(of: store) }
}

struct Layer3: Nesting {
  typealias State = Level3.State
  typealias Action = Level3.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Layer2()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level3.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level3.counter(of: store) }
}

struct Layer4: Nesting {
  typealias State = Level4.State
  typealias Action = Level4.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Layer3()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level4.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level4.counter(of: store) }
}

struct Layer5: Nesting {
  typealias State = Level5.State
  typealias Action = Level5.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Layer4()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level5.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level5.counter(of: store) }
}

struct Layer6: Nesting {
  typealias State = Level6.State
  typealias Action = Level6.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Layer5()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level6.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level6.counter(of: store) }
}

struct Layer7: Nesting {
  typealias State = Level7.State
  typealias Action = Level7.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Layer6()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level7.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level7.counter(of: store) }
}

struct Layer8: Nesting {
  typealias State = Level8.State
  typealias Action = Level8.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Layer7()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level8.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level8.counter(of: store) }
}

struct Layer9: Nesting {
  typealias State = Level9.State
  typealias Action = Level9.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Layer8()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level9.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level9.counter(of: store) }
}

struct Layer10: Nesting {
  typealias State = Level10.State
  typealias Action = Level10.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Layer9()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level10.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level10.counter(of: store) }
}

struct Layer11: Nesting {
  typealias State = Level11.State
  typealias Action = Level11.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Layer10()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level11.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level11.counter(of: store) }
}

struct Layer12: Nesting {
  typealias State = Level12.State
  typealias Action = Level12.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Layer11()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level12.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level12.counter(of: store) }
}

struct Layer13: Nesting {
  typealias State = Level13.State
  typealias Action = Level13.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Layer12()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level13.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level13.counter(of: store) }
}

struct Layer14: Nesting {
  typealias State = Level14.State
  typealias Action = Level14.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Layer13()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level14.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level14.counter(of: store) }
}

struct Layer15: Nesting {
  typealias State = Level15.State
  typealias Action = Level15.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Layer14()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level15.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level15.counter(of: store) }
}

struct Layer16: Nesting {
  typealias State = Level16.State
  typealias Action = Level16.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Layer15()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level16.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level16.counter(of: store) }
}

struct Layer17: Nesting {
  typealias State = Level17.State
  typealias Action = Level17.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Layer16()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level17.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level17.counter(of: store) }
}

struct Layer18: Nesting {
  typealias State = Level18.State
  typealias Action = Level18.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Layer17()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level18.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level18.counter(of: store) }
}

struct Layer19: Nesting {
  typealias State = Level19.State
  typealias Action = Level19.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Layer18()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level19.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level19.counter(of: store) }
}

struct Layer20: Nesting {
  typealias State = Level20.State
  typealias Action = Level20.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Layer19()
    }
  }

  static func action(_ action: Counter.Action) -> Action { Level20.action(action) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> { Level20.counter(of: store) }
}
