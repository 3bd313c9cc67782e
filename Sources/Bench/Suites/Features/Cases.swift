import ComposableCore

// Features whose state is an enum, one case of which is the feature within: written out for the
// reason that `Levels.swift` gives.

struct Case1: Nesting {
  enum State: NestingState, CasePathable {
    case on(Counter.State)
    case off(since: Int)

    init() { self = .on(Counter.State()) }

    var counter: Counter.State {
      if case .on(let state) = self { state.counter } else { Counter.State() }
    }

    struct AllCasePaths: Sendable {
      var on: AnyCasePath<State, Counter.State> {
        AnyCasePath(embed: State.on) { if case .on(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: CasePathable, Sendable {
    case on(Counter.Action)
    case switched(on: Bool)

    struct AllCasePaths: Sendable {
      var on: AnyCasePath<Action, Counter.Action> {
        AnyCasePath(embed: Action.on) { if case .on(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .on:
        return .none

      case .switched(let isOn):
        state = isOn ? State() : .off(since: 0)
        return .none
      }
    }
    .ifCaseLet(\.on, action: \.on) {
      Counter()
    }
  }

  static func action(_ action: Counter.Action) -> Action { .on(Counter.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    guard let child = store.scope(\.[case: \.on], action: \.on) else {
      preconditionFailure("the state is of the case from the start")
    }
    return Counter.counter(of: child)
  }
}

struct Case2: Nesting {
  enum State: NestingState, CasePathable {
    case on(Case1.State)
    case off(since: Int)

    init() { self = .on(Case1.State()) }

    var counter: Counter.State {
      if case .on(let state) = self { state.counter } else { Counter.State() }
    }

    struct AllCasePaths: Sendable {
      var on: AnyCasePath<State, Case1.State> {
        AnyCasePath(embed: State.on) { if case .on(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: CasePathable, Sendable {
    case on(Case1.Action)
    case switched(on: Bool)

    struct AllCasePaths: Sendable {
      var on: AnyCasePath<Action, Case1.Action> {
        AnyCasePath(embed: Action.on) { if case .on(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .on:
        return .none

      case .switched(let isOn):
        state = isOn ? State() : .off(since: 0)
        return .none
      }
    }
    .ifCaseLet(\.on, action: \.on) {
      Case1()
    }
  }

  static func action(_ action: Counter.Action) -> Action { .on(Case1.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    guard let child = store.scope(\.[case: \.on], action: \.on) else {
      preconditionFailure("the state is of the case from the start")
    }
    return Case1.counter(of: child)
  }
}

struct Case3: Nesting {
  enum State: NestingState, CasePathable {
    case on(Case2.State)
    case off(since: Int)

    init() { self = .on(Case2.State()) }

    var counter: Counter.State {
      if case .on(let state) = self { state.counter } else { Counter.State() }
    }

    struct AllCasePaths: Sendable {
      var on: AnyCasePath<State, Case2.State> {
        AnyCasePath(embed: State.on) { if case .on(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: CasePathable, Sendable {
    case on(Case2.Action)
    case switched(on: Bool)

    struct AllCasePaths: Sendable {
      var on: AnyCasePath<Action, Case2.Action> {
        AnyCasePath(embed: Action.on) { if case .on(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .on:
        return .none

      case .switched(let isOn):
        state = isOn ? State() : .off(since: 0)
        return .none
      }
    }
    .ifCaseLet(\.on, action: \.on) {
      Case2()
    }
  }

  static func action(_ action: Counter.Action) -> Action { .on(Case2.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    guard let child = store.scope(\.[case: \.on], action: \.on) else {
      preconditionFailure("the state is of the case from the start")
    }
    return Case2.counter(of: child)
  }
}

struct Case4: Nesting {
  enum State: NestingState, CasePathable {
    case on(Case3.State)
    case off(since: Int)

    init() { self = .on(Case3.State()) }

    var counter: Counter.State {
      if case .on(let state) = self { state.counter } else { Counter.State() }
    }

    struct AllCasePaths: Sendable {
      var on: AnyCasePath<State, Case3.State> {
        AnyCasePath(embed: State.on) { if case .on(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: CasePathable, Sendable {
    case on(Case3.Action)
    case switched(on: Bool)

    struct AllCasePaths: Sendable {
      var on: AnyCasePath<Action, Case3.Action> {
        AnyCasePath(embed: Action.on) { if case .on(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .on:
        return .none

      case .switched(let isOn):
        state = isOn ? State() : .off(since: 0)
        return .none
      }
    }
    .ifCaseLet(\.on, action: \.on) {
      Case3()
    }
  }

  static func action(_ action: Counter.Action) -> Action { .on(Case3.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    guard let child = store.scope(\.[case: \.on], action: \.on) else {
      preconditionFailure("the state is of the case from the start")
    }
    return Case3.counter(of: child)
  }
}

struct Case5: Nesting {
  enum State: NestingState, CasePathable {
    case on(Case4.State)
    case off(since: Int)

    init() { self = .on(Case4.State()) }

    var counter: Counter.State {
      if case .on(let state) = self { state.counter } else { Counter.State() }
    }

    struct AllCasePaths: Sendable {
      var on: AnyCasePath<State, Case4.State> {
        AnyCasePath(embed: State.on) { if case .on(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: CasePathable, Sendable {
    case on(Case4.Action)
    case switched(on: Bool)

    struct AllCasePaths: Sendable {
      var on: AnyCasePath<Action, Case4.Action> {
        AnyCasePath(embed: Action.on) { if case .on(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .on:
        return .none

      case .switched(let isOn):
        state = isOn ? State() : .off(since: 0)
        return .none
      }
    }
    .ifCaseLet(\.on, action: \.on) {
      Case4()
    }
  }

  static func action(_ action: Counter.Action) -> Action { .on(Case4.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    guard let child = store.scope(\.[case: \.on], action: \.on) else {
      preconditionFailure("the state is of the case from the start")
    }
    return Case4.counter(of: child)
  }
}
