import ComposableCore
import Foundation
import Testing

/// Spellings of earlier versions, as code of those years has them. They are deprecated, which a
/// body that is deprecated itself does not show.
@MainActor
@Suite struct OldOperatorsTests {
  struct Row: Reducer {
    struct State: Equatable, Identifiable {
      var id = 0
      var count = 0
    }
    enum Action: Equatable { case tapped, loadButtonTapped, loaded(Int) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .tapped:
        state.count += 1
        return .none
      case .loadButtonTapped:
        return .send(.loaded(7))
      case .loaded(let count):
        state.count = count
        return .none
      }
    }
  }

  struct Mode: Reducer {
    enum State: Equatable { case first(Row.State), second(Row.State) }
    enum Action: Equatable { case first(Row.Action), second(Row.Action) }

    @available(*, deprecated)
    var body: some ReducerOf<Self> {
      Scope(state: /State.first, action: /Action.first) { Row() }
      EmptyReducer().ifCaseLet(/State.second, action: /Action.second) { Row() }
    }
  }

  struct App: Reducer {
    struct State: Equatable {
      var child = Row.State()
      var optional: Row.State?
      @PresentationState var sheet: Row.State?
      @PresentationState var alert: AlertState<Action.Alert>?
      var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1), Row.State(id: 2)]
      var path = StackState<Row.State>()
      var mode = Mode.State.first(Row.State())
      var log = ""
    }
    enum Action: Equatable {
      case child(Row.Action)
      case optional(Row.Action)
      case sheet(PresentationAction<Row.Action>)
      case alert(PresentationAction<Alert>)
      case row(id: Int, action: Row.Action)
      case path(StackAction<Row.State, Row.Action>)
      case mode(Mode.Action)
      enum Alert: Equatable { case confirmed }
    }

    @available(*, deprecated)
    var body: some ReducerOf<Self> {
      CombineReducers {
        Scope(state: \.child, action: /Action.child) { Row() }
        Scope(state: \.mode, action: /Action.mode) { Mode() }
        EmptyReducer()
          .ifLet(\.optional, action: /Action.optional) { Row() }
          .ifLet(\.$sheet, action: /Action.sheet) { Row() }
          .ifLet(\.$alert, action: /Action.alert)
          .forEach(\.rows, action: /Action.row(id:action:)) { Row() }
          .forEach(\.path, action: /Action.path) { Row() }
      }
      .onChange(of: \.child, removeDuplicates: { $0.count % 2 == $1.count % 2 }) { old, new in
        Reduce { state, _ in
          state.log += "\(old.count)-\(new.count) "
          return .none
        }
      }
    }
  }

  @Test func casesAreNamedWithASlash() async {
    let store = TestStore(initialState: App.State(optional: Row.State())) { App() }
    await store.send(.child(.tapped)) {
      $0.child.count = 1
      $0.log = "0-1 "
    }
    await store.send(.child(.loaded(3))) { $0.child.count = 3 }
    await store.send(.optional(.loadButtonTapped))
    await store.receive(.optional(.loaded(7))) { $0.optional?.count = 7 }
    await store.send(.row(id: 2, action: .loadButtonTapped))
    await store.receive(.row(id: 2, action: .loaded(7))) { $0.rows[id: 2]?.count = 7 }
    await store.send(.path(.push(id: 0, state: Row.State()))) { $0.path[id: 0] = Row.State() }
    await store.send(.path(.element(id: 0, action: .tapped))) { $0.path[id: 0]?.count = 1 }
  }

  @Test func presentationsAreNamedWithASlash() async {
    var state = App.State(sheet: Row.State())
    state.alert = AlertState { TextState("Sure?") }
    let store = TestStore(initialState: state) { App() }
    await store.send(.sheet(.presented(.tapped))) { $0.sheet?.count = 1 }
    await store.send(.sheet(.dismiss)) { $0.sheet = nil }
    await store.send(.alert(.presented(.confirmed))) { $0.alert = nil }
  }

  @Test func casesOfTheStateAreNamedWithASlash() async {
    let store = TestStore(initialState: App.State()) { App() }
    await store.send(.mode(.first(.loadButtonTapped)))
    await store.receive(.mode(.first(.loaded(7)))) { $0.mode = .first(Row.State(count: 7)) }
    await withKnownIssue {
      await store.send(.mode(.second(.tapped)))
    } matching: {
      $0.description.contains("'ifCaseLet'") && $0.description.contains("its state was 'first'")
    }
    let second = TestStore(initialState: App.State(mode: .second(Row.State()))) { App() }
    await second.send(.mode(.second(.tapped))) { $0.mode = .second(Row.State(count: 1)) }
    await withKnownIssue {
      await second.send(.mode(.first(.tapped)))
    } matching: {
      $0.description.contains("'Scope'") && $0.description.contains("its state was 'second'")
    }
  }

  struct List: Reducer {
    struct State: Equatable {
      var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1)]
    }

    enum Action: Equatable { case rows(IdentifiedActionOf<Row>) }

    @available(*, deprecated)
    var body: some ReducerOf<Self> {
      EmptyReducer().forEach(\.rows, action: /Action.rows) { Row() }
    }
  }

  @Test func rowsMayHoldAnIdentifiedAction() async {
    let store = TestStore(initialState: List.State()) { List() }
    await store.send(.rows(.element(id: 1, action: .tapped))) { $0.rows[id: 1]?.count = 1 }
  }

  struct Mistake: Reducer {
    struct State { var row: Row.State? }

    enum Action { case row(Row.Action), number(Int) }

    @available(*, deprecated)
    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.row, action: /Action.number) { Row() }
    }
  }

  struct PromptMistake: Reducer {
    struct State { @PresentationState var alert: AlertState<Never>? }

    enum Action { case number(Int) }

    @available(*, deprecated)
    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$alert, action: /Action.number)
    }
  }

  @Test func aPathOfOtherTypesEndsTheProgram() async throws {
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run { _ = Store(initialState: Mistake.State()) { Mistake() } }
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run { _ = Store(initialState: PromptMistake.State()) { PromptMistake() } }
      },
    ]
    for (result, expected) in zip(results, ["a case of 'Action' with 'Action'", "a case with a"]) {
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("where \(expected)"), "\(text)")
    }
  }

  @Test func storesAreScopedByFunctions() {
    let store = Store(initialState: App.State()) { App() }
    let scopes: any OldScopes.Type = Scopes.self
    let children = scopes.children(of: store)
    for (number, child) in children.enumerated() {
      child.send(.tapped)
      #expect(store.child.count == number + 1)
      #expect(child.count == number + 1)
    }
    #expect(store.withState { $0.log } == store.log)
  }

  @Test func storesOfDerivedStateSendTheSameActions() {
    let store = Store<Int, Void>(initialState: 1) {
      Reduce { state, _ in
        state += 1
        return .none
      }
    }
    let text = store.scope(\.description, action: \.self)
    #expect(text === store.scope(state: \.description, action: \.self))
    text.send(())
    #expect(text.state == "2")
  }

  @Test func partsTakeAllActions() {
    struct Numbers: Equatable { var first = 0, second: Int? = 0 }
    let store = Store<Numbers, Int>(initialState: Numbers()) {
      Scope(state: \.first, action: \.self) {
        Reduce { state, action in
          state += action
          return action < 3 ? .send(action + 1) : .none
        }
      }
      EmptyReducer()
        .ifLet(\.second, action: \.self) {
          Reduce { state, action in
            state += action * 10
            return .none
          }
        }
    }
    store.send(1)
    #expect(store.state == Numbers(first: 6, second: 60))
  }

  /// Calls deprecated functions through a requirement that is not deprecated.
  private enum Scopes: OldScopes {
    @available(*, deprecated)
    static func children(of store: StoreOf<App>) -> [StoreOf<Row>] {
      [
        store.scope(state: \.child, action: App.Action.child),
        store.scope(state: { $0.child }, action: { .child($0) }),
        store.scope(state: \.child, action: /App.Action.child),
      ]
    }
  }
}

@MainActor
protocol OldScopes {
  static func children(
    of store: StoreOf<OldOperatorsTests.App>
  ) -> [StoreOf<OldOperatorsTests.Row>]
}
