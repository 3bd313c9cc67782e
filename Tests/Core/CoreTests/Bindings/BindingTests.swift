import ComposableCore
import CustomDump
import Testing

@MainActor
@Suite struct BindingTests {
  struct Search: Reducer {
    struct State: Equatable {
      var query = ""
      var limit = 10
      var changes: [String] = []
      var filter = Filter()
      struct Filter: Equatable { var isExact = false }
    }
    enum Action: BindableAction, CasePathable, Equatable {
      case binding(BindingAction<State>)
      case cleared

      struct AllCasePaths: Sendable {
        var binding: AnyCasePath<Action, BindingAction<State>> {
          AnyCasePath(embed: Action.binding) {
            if case .binding(let value) = $0 { value } else { nil }
          }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var isComplete = true

    var body: some ReducerOf<Self> {
      if isComplete { BindingReducer() }
      Reduce { state, action in
        switch action {
        case .binding(\.query):
          state.changes.append("query \(state.query)")
        case .binding(\.filter.isExact):
          state.changes.append("isExact \(state.filter.isExact)")
        case .binding:
          state.changes.append("other")
        case .cleared:
          return .send(.set(\.query, ""))
        }
        return .none
      }
    }
  }

  @Test func assigningSendsAWrite() {
    let store = Store(initialState: Search.State()) { Search() }
    store.query = "blob"
    store.limit += 1
    store.filter.isExact = true
    #expect(store.query == "blob" && store.limit == 11 && store.filter.isExact)
    #expect(store.changes == ["query blob", "other", "other"])
    store.send(.binding(.set(\.filter.isExact, false)))
    #expect(store.changes.last == "isExact false")
    store.send(.cleared)
    #expect(store.query == "")
  }

  @Test func writesAreCompared() {
    typealias Write = BindingAction<Search.State>
    #expect(Write.set(\.query, "a") == .set(\.query, "a"))
    #expect(Write.set(\.query, "a") != .set(\.query, "b"))
    #expect(Write.set(\.query, "a") != .set(\.limit, 1))
    #expect(Search.Action.set(\.query, "a") == .binding(.set(\.query, "a")))
    #expect(Write.set(\.query, "a").keyPath == \Search.State.query)
    #expect(Search.Action.set(\.query, "a").binding == .set(\.query, "a"))
    #expect(Search.Action.cleared.binding == nil)
  }

  @Test func writesAreNamedByKeyPaths() {
    let path: CaseKeyPath<Search.Action, String> = \.binding.query
    #expect(path("a") == .set(\.query, "a"))
    #expect(path("a")[case: path] == "a")
    #expect(Search.Action.set(\.limit, 1)[case: path] == nil)
    #expect(Search.Action.set(\.limit, 1).is(\.binding.limit))
  }

  @Test func aWriteThatIsNotAppliedIsReported() {
    let store = Store(initialState: Search.State()) { Search(isComplete: false) }
    withKnownIssue {
      store.query = "blob"
    } matching: { issue in
      issue.description.contains("A write to a property of a store was not applied")
        && issue.description.contains(".query\n") && issue.sourceLocation?.fileID == #fileID
        && issue.description.contains("BindingReducer()")
    }
    #expect(store.query == "")
  }

  @Test func viewsWriteThroughTheirOwnActions() {
    struct Feature: Reducer {
      struct State: Equatable { var name = "" }
      enum Action: ViewAction, CasePathable {
        case view(View)
        enum View: BindableAction {
          case binding(BindingAction<State>)
          case tapped
        }
        struct AllCasePaths: Sendable {
          var view: AnyCasePath<Action, View> {
            AnyCasePath(embed: Action.view) { if case .view(let value) = $0 { value } else { nil } }
          }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
      }
      var body: some ReducerOf<Self> {
        BindingReducer(action: \.view)
      }
    }
    let store = Store(initialState: Feature.State()) { Feature() }
    store.name = "Blob"
    #expect(store.name == "Blob")
  }

  @Test func bindingReducer_anotherCaseHoldsAWrite_leavesItToOthers() {
    enum Action: BindableAction {
      case debounced(BindingAction<Int>)
      case binding(BindingAction<Int>)
    }
    let store = Store<Int, Action>(initialState: 0) { BindingReducer() }
    store.send(.debounced(.set(\.self, 1)))
    #expect(store.withState { $0 } == 0)
    store.send(.binding(.set(\.self, 2)))
    #expect(store.withState { $0 } == 2)
    #expect(Action.debounced(.set(\.self, 1)).binding == nil)
    #expect(Action.binding(.set(\.self, 1)).binding != nil)
  }

  @Test func bindingReducer_typeWithABindingOfItsOwn_callsIt() {
    enum Action: BindableAction {
      case binding(BindingAction<Int>)
      var binding: BindingAction<Int>? {
        guard case .binding(let write) = self, write != .set(\.self, 1) else { return nil }
        return write
      }
    }
    let store = Store<Int, Action>(initialState: 0) { BindingReducer() }
    for _ in 0..<2 {
      store.send(.binding(.set(\.self, 1)))
      #expect(store.withState { $0 } == 0)
    }
    store.send(.binding(.set(\.self, 2)))
    #expect(store.withState { $0 } == 2)
  }

  @Test func theWholeStateIsWritten() {
    struct Feature: Reducer {
      struct State: Equatable, Sendable { var name = "" }
      enum Action: BindableAction { case binding(BindingAction<State>) }
      var body: some ReducerOf<Self> { BindingReducer() }
    }
    let store = Store(initialState: Feature.State()) { Feature() }
    store.state = Feature.State(name: "Blob")
    #expect(store.state.name == "Blob")
  }
}
