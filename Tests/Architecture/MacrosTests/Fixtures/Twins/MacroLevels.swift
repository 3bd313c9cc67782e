import ComposableArchitecture

// The features of `Counter.swift` and `Levels.swift`, as people write them: with macros.

@Reducer
struct MacroCounter: Sendable {
  @ObservableState
  struct State: Equatable, Sendable {
    var count = 0
  }

  enum Action: Sendable {
    case decrementButtonTapped
    case incrementButtonTapped
    case numberChosen(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped: state.count -= 1
      case .incrementButtonTapped: state.count += 1
      case .numberChosen(let number): state.count = number
      }
      return .none
    }
  }
}

@Reducer
struct MacroLevel1 {
  @ObservableState
  struct State: Equatable, Sendable {
    var volume = 0
    var child = MacroCounter.State()
    var resets = 0
  }

  enum Action: Sendable {
    case child(MacroCounter.Action)
    case resetButtonTapped
    case volumeChanged(Int)
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      MacroCounter()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = MacroCounter.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }
}

@Reducer
struct MacroLevel2 {
  @ObservableState
  struct State: Equatable, Sendable {
    var volume = 0
    var child = MacroLevel1.State()
    var resets = 0
  }

  enum Action: Sendable {
    case child(MacroLevel1.Action)
    case resetButtonTapped
    case volumeChanged(Int)
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      MacroLevel1()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = MacroLevel1.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }
}

@Reducer
struct MacroLevel3 {
  @ObservableState
  struct State: Equatable, Sendable {
    var volume = 0
    var child = MacroLevel2.State()
    var resets = 0
  }

  enum Action: Sendable {
    case child(MacroLevel2.Action)
    case resetButtonTapped
    case volumeChanged(Int)
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      MacroLevel2()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = MacroLevel2.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }
}
