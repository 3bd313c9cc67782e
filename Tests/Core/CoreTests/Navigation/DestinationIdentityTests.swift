@testable import ComposableCore
import TestSupport
import Testing

/// Destinations with a single case, or with an id of their own, are replaced as others are.
@MainActor
@Suite struct DestinationIdentityTests {
  let gates = Gates()

  @Test func ifLet_alertOfASingleCaseIsReplaced_theSecondStays() {
    let store = Store(initialState: Asking.State(destination: .alert(.first))) { Asking() }
    store.send(.destination(.presented(.alert(.ask))))
    #expect(store.destination == .alert(.second))
    store.send(.destination(.presented(.alert(.done))))
    #expect(store.destination == nil)
  }

  @Test func ifLet_childOfASingleCaseIsReplaced_cancelsItsEffects() async {
    let store = Store(initialState: Editing<OneScreen>.State(screen: .edit(Worker.State(id: 1)))) {
      Editing<OneScreen>(gates: gates)
    }
    let task = store.send(.screen(.presented(.start("one"))))
    await gates.arrival(at: "one")
    store.send(.show(.edit(Worker.State(id: 1, results: ["same"]))))
    #expect(gates.cancelled == [])
    store.send(.show(.edit(Worker.State(id: 2))))
    await task.finish()
    #expect(gates.cancelled == ["one"])
  }

  @Test func ifLet_anotherCaseWithTheSameID_cancelsEffects() async throws {
    let store = Store(initialState: Editing<ItemScreen>.State(screen: .view(Worker.State(id: 1)))) {
      Editing<ItemScreen>(gates: gates)
    }
    let child = try #require(store.scope(\.screen, action: \.screen.presented))
    let task = child.send(.start("view"))
    await gates.arrival(at: "view")
    store.send(.show(.edit(Worker.State(id: 1))))
    #expect(child !== store.scope(\.screen, action: \.screen.presented))
    await task.finish()
    #expect(gates.cancelled == ["view"])
  }

  @Test func ifLet_promptInACaseOfAPlainOptional_stays() {
    let store = Store(initialState: PlainlyAsking.State(destination: .alert(.first))) {
      PlainlyAsking()
    }
    store.send(.destination(.alert(.done)))
    #expect(store.destination == .alert(.first))
  }
}

private protocol Screen: Equatable, Sendable {
  var worker: Worker.State { get set }
}

private enum OneScreen: Screen {
  case edit(Worker.State)

  var worker: Worker.State {
    get {
      switch self {
      case .edit(let worker): worker
      }
    }
    set { self = .edit(newValue) }
  }
}

private enum ItemScreen: Screen, Identifiable {
  case view(Worker.State)
  case edit(Worker.State)

  var id: Int { worker.id }

  var worker: Worker.State {
    get {
      switch self {
      case .view(let worker), .edit(let worker): worker
      }
    }
    set {
      switch self {
      case .view: self = .view(newValue)
      case .edit: self = .edit(newValue)
      }
    }
  }
}

/// A parent that presents a worker in a screen.
private struct Editing<Content: Screen>: Reducer {
  struct State {
    @PresentationState var screen: Content?
  }

  enum Action: CasePathable {
    case screen(PresentationAction<Worker.Action>)
    case show(Content)

    struct AllCasePaths: Sendable {
      var screen: AnyCasePath<Action, PresentationAction<Worker.Action>> {
        AnyCasePath(embed: Action.screen) { if case .screen(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let gates: Gates

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .show(let screen) = action { state.screen = screen }
      return .none
    }
    .ifLet(\.$screen, action: \.screen) {
      Reduce<Content, Worker.Action> { screen, action in
        Worker(gates: gates).reduce(into: &screen.worker, action: action)
      }
    }
  }
}

private enum Question: Equatable, Sendable { case ask, done }

extension AlertState<Question> {
  fileprivate static let first = AlertState { TextState("First") }
  fileprivate static let second = AlertState { TextState("Second") }
}

private enum Prompt: Equatable {
  case alert(AlertState<Question>)
}

private enum PromptAction: CasePathable {
  case alert(Question)

  struct AllCasePaths: Sendable {
    var alert: AnyCasePath<PromptAction, Question> {
      AnyCasePath(embed: PromptAction.alert) {
        if case .alert(let value) = $0 { value } else { nil }
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// A parent that answers an alert with another.
private struct Asking: Reducer {
  struct State {
    @PresentationState var destination: Prompt?
  }

  enum Action: CasePathable {
    case destination(PresentationAction<PromptAction>)

    struct AllCasePaths: Sendable {
      var destination: AnyCasePath<Action, PresentationAction<PromptAction>> {
        AnyCasePath(embed: Action.destination) {
          switch $0 {
          case .destination(let value): value
          }
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .destination(.presented(.alert(.ask))) = action {
        state.destination = .alert(.second)
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination) { EmptyReducer() }
  }
}

/// A parent that keeps the alert in a plain optional.
private struct PlainlyAsking: Reducer {
  struct State {
    var destination: Prompt?
  }

  enum Action: CasePathable {
    case destination(PromptAction)

    struct AllCasePaths: Sendable {
      var destination: AnyCasePath<Action, PromptAction> {
        AnyCasePath(embed: Action.destination) {
          switch $0 {
          case .destination(let value): value
          }
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.destination, action: \.destination) { EmptyReducer() }
  }
}
