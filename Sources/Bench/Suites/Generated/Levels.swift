import ComposableCore

// Twenty features nested around a counter, each with actions and logic of its own, like the screens
// of a program.
//
// scripts/bench-levels.py writes this file. The features are written out, although alike, as in a
// program: the compiler stops specializing a generic feature that is nested in itself after a few
// levels. And each action has two payloads: for an enum with one payload and one case without,
// Swift 6.3 generates code that doubles with each level.

struct Level1: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Counter.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Counter.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Counter.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Counter()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Counter.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Counter.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Counter.counter(of: store.scope(\.child, action: \.child))
  }
}

struct Level2: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Level1.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Level1.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Level1.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Level1()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Level1.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Level1.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Level1.counter(of: store.scope(\.child, action: \.child))
  }
}

struct Level3: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Level2.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Level2.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Level2.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Level2()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Level2.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Level2.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Level2.counter(of: store.scope(\.child, action: \.child))
  }
}

struct Level4: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Level3.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Level3.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Level3.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Level3()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Level3.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Level3.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Level3.counter(of: store.scope(\.child, action: \.child))
  }
}

struct Level5: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Level4.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Level4.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Level4.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Level4()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Level4.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Level4.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Level4.counter(of: store.scope(\.child, action: \.child))
  }
}

struct Level6: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Level5.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Level5.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Level5.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Level5()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Level5.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Level5.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Level5.counter(of: store.scope(\.child, action: \.child))
  }
}

struct Level7: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Level6.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Level6.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Level6.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Level6()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Level6.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Level6.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Level6.counter(of: store.scope(\.child, action: \.child))
  }
}

struct Level8: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Level7.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Level7.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Level7.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Level7()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Level7.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Level7.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Level7.counter(of: store.scope(\.child, action: \.child))
  }
}

struct Level9: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Level8.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Level8.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Level8.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Level8()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Level8.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Level8.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Level8.counter(of: store.scope(\.child, action: \.child))
  }
}

struct Level10: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Level9.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Level9.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Level9.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Level9()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Level9.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Level9.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Level9.counter(of: store.scope(\.child, action: \.child))
  }
}

struct Level11: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Level10.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Level10.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Level10.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Level10()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Level10.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Level10.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Level10.counter(of: store.scope(\.child, action: \.child))
  }
}

struct Level12: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Level11.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Level11.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Level11.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Level11()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Level11.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Level11.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Level11.counter(of: store.scope(\.child, action: \.child))
  }
}

struct Level13: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Level12.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Level12.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Level12.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Level12()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Level12.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Level12.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Level12.counter(of: store.scope(\.child, action: \.child))
  }
}

struct Level14: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Level13.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Level13.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Level13.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Level13()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Level13.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Level13.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Level13.counter(of: store.scope(\.child, action: \.child))
  }
}

struct Level15: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Level14.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Level14.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Level14.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Level14()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Level14.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Level14.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Level14.counter(of: store.scope(\.child, action: \.child))
  }
}

struct Level16: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Level15.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Level15.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Level15.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Level15()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Level15.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Level15.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Level15.counter(of: store.scope(\.child, action: \.child))
  }
}

struct Level17: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Level16.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Level16.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Level16.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Level16()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Level16.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Level16.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Level16.counter(of: store.scope(\.child, action: \.child))
  }
}

struct Level18: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Level17.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Level17.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Level17.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Level17()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Level17.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Level17.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Level17.counter(of: store.scope(\.child, action: \.child))
  }
}

struct Level19: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Level18.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Level18.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Level18.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Level18()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Level18.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Level18.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Level18.counter(of: store.scope(\.child, action: \.child))
  }
}

struct Level20: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = Level19.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(Level19.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Level19.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Level19()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Level19.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Level19.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Level19.counter(of: store.scope(\.child, action: \.child))
  }
}
