import ComposableArchitecture
import Testing

/// A feature with children of each kind, which have such children themselves, all with an effect
/// that runs until it is cancelled.
@MainActor
@Suite struct ChildTreesTests {
  private let log = LockIsolated<[Int]>([])

  private func eventually(
    _ expected: [Int], sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    for _ in 0..<2_000 where log.value.sorted() != expected { await Task.yield() }
    #expect(log.value.sorted() == expected, sourceLocation: sourceLocation)
  }

  private func startedTree() async -> StoreOf<Ticker> {
    var state = Ticker.State(id: 0)
    state.sheet = Ticker.State(id: 1)
    state.sheet?.rows = [Ticker.State(id: 2)]
    state.sheet?.rows[id: 2]?.sheet = Ticker.State(id: 3)
    state.rows = [Ticker.State(id: 4)]
    state.rows[id: 4]?.rows = [Ticker.State(id: 5)]
    state.rows[id: 4]?.rows[id: 5]?.sheet = Ticker.State(id: 6)
    state.path = StackState([Ticker.State(id: 7), Ticker.State(id: 8)])
    state.path[id: state.path.ids[1]]?.sheet = Ticker.State(id: 9)
    let (low, high) = (state.path.ids[0], state.path.ids[1])
    let store = Store(initialState: state) { Ticker(log: log) }
    store.send(.start)
    store.send(.sheet(.presented(.start)))
    store.send(.sheet(.presented(.rows(.element(id: 2, action: .start)))))
    store.send(
      .sheet(.presented(.rows(.element(id: 2, action: .sheet(.presented(.start)))))))
    store.send(.rows(.element(id: 4, action: .start)))
    store.send(.rows(.element(id: 4, action: .rows(.element(id: 5, action: .start)))))
    store.send(
      .rows(
        .element(
          id: 4, action: .rows(.element(id: 5, action: .sheet(.presented(.start)))))))
    store.send(.path(.element(id: low, action: .start)))
    store.send(.path(.element(id: high, action: .start)))
    store.send(.path(.element(id: high, action: .sheet(.presented(.start)))))
    for _ in 0..<50 { await Task.yield() }
    #expect(log.value == [])
    return store
  }

  @Test func presentedChildIsReplaced_endsEffectsOfItsTree() async {
    let store = await startedTree()
    store.send(.change { $0.sheet = Ticker.State(id: 11) })
    await eventually([1, 2, 3])
    store.send(.sheet(.presented(.start)))
    for _ in 0..<50 { await Task.yield() }
    store.send(.sheet(.dismiss))
    await eventually([1, 2, 3, 11])
    #expect(store.sheet == nil)
  }

  @Test func popAndPushInOneAction_endsEffectsOfPoppedTrees() async {
    let store = await startedTree()
    let ids = store.path.ids
    store.send(.path(.popFrom(id: ids[1])))
    await eventually([8, 9])
    store.send(
      .change {
        $0.path.removeAll()
        $0.path.append(Ticker.State(id: 20))
      })
    await eventually([7, 8, 9])
  }

  @Test func rootStateIsReplaced_endsEffectsOfAllChildren() async {
    let store = await startedTree()
    store.send(.change { $0 = Ticker.State(id: 0) })
    await eventually([1, 2, 3, 4, 5, 6, 7, 8, 9])
  }

  @Test func elementIsMovedToAPresentation_endsEffectsOfBothTrees() async {
    let store = await startedTree()
    store.send(
      .change {
        let row = $0.rows.remove(id: 4)
        $0.sheet = row
      })
    await eventually([1, 2, 3, 4, 5, 6])
    #expect(store.sheet?.rows[id: 5]?.sheet?.id == 6)
    store.send(.sheet(.presented(.rows(.element(id: 5, action: .start)))))
    for _ in 0..<50 { await Task.yield() }
    store.send(.sheet(.presented(.change { $0.rows = [] })))
    await eventually([1, 2, 3, 4, 5, 5, 6])
  }

  @Test func dismiss_byFeaturesAtEachDepth_endsTheirTrees() async {
    let store = await startedTree()
    store.send(
      .rows(
        .element(
          id: 4, action: .rows(.element(id: 5, action: .sheet(.presented(.dismissSelf)))))))
    await eventually([6])
    #expect(store.rows[id: 4]?.rows[id: 5]?.sheet == nil)
    let id = store.path.ids[1]
    store.send(.path(.element(id: id, action: .sheet(.presented(.dismissSelf)))))
    await eventually([6, 9])
    #expect(store.path.count == 2)
    store.send(.path(.element(id: id, action: .dismissSelf)))
    await eventually([6, 8, 9])
    #expect(store.path.count == 1)
    store.send(.sheet(.presented(.rows(.element(id: 2, action: .dismissSelf)))))
    await eventually([1, 2, 3, 6, 8, 9])
    #expect(store.sheet == nil)
  }

  @Test func send_afterTheChildWasReplaced_isIgnored() async {
    let store = Store(
      initialState: {
        var state = Ticker.State(id: 0)
        state.sheet = Ticker.State(id: 1)
        return state
      }()
    ) { Ticker(log: log) }
    store.send(.sheet(.presented(.stubborn)))
    for _ in 0..<20 { await Task.yield() }
    store.send(.change { $0.sheet = Ticker.State(id: 2) })
    await eventually([1])
    for _ in 0..<20 { await Task.yield() }
    #expect(store.sheet?.ticks == 0)
  }

  @Test func ifCaseLet_anotherCase_endsEffectsAndReportsLateActions() async {
    let store = TestStore(initialState: AppCases.State.login(Ticker.State(id: 1))) {
      AppCases(log: log)
    }
    await store.send(.login(.start))
    await store.send(.login(.tick)) { $0.modify(\.login) { $0.ticks = 1 } }
    await store.send(.logIn) { $0 = .main(Ticker.State(id: 1)) }
    await eventually([1])
    await store.send(.main(.tick)) { $0.modify(\.main) { $0.ticks = 1 } }
    await withKnownIssue {
      await store.send(.login(.tick))
    }
    await store.send(.main(.start))
    await store.send(.logOut) { $0 = .login(Ticker.State(id: 3)) }
    await eventually([1, 1])
  }

  @Test func ifCaseLet_anotherCase_notifiesReaders() {
    let store = Store(initialState: AppCases.State.login(Ticker.State(id: 1))) {
      AppCases(log: log)
    }
    let ticks = Reader { store.scope(state: \.login, action: \.login)?.ticks }
    let name = Reader {
      switch store.state {
      case .login: "login"
      case .main: "main"
      }
    }
    store.send(.login(.tick))
    #expect(ticks.changes == 1)
    ticks.read()
    store.send(.logIn)
    #expect(ticks.changes == 2)
    #expect(name.changes == 1)
    let main = store.scope(state: \.main, action: \.main)
    let mainTicks = Reader { main?.ticks }
    store.send(.main(.tick))
    #expect(mainTicks.changes == 1)
    mainTicks.read()
    store.send(.logOut)
    #expect(mainTicks.changes == 1 || mainTicks.changes == 2)
    #expect(store.scope(state: \.main, action: \.main) == nil)
  }
}

@Reducer
struct Ticker {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id: Int
    var ticks = 0
    @Presents var sheet: Ticker.State?
    var rows: IdentifiedArrayOf<Ticker.State> = []
    var path = StackState<Ticker.State>()
    init(id: Int) { self.id = id }
  }
  indirect enum Action: Sendable {
    case start, tick, stubborn, dismissSelf
    case change(@Sendable (inout State) -> Void)
    case sheet(PresentationAction<Ticker.Action>)
    case rows(IdentifiedAction<Int, Ticker.Action>)
    case path(StackAction<Ticker.State, Ticker.Action>)
  }
  let log: LockIsolated<[Int]>
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        let id = state.id
        return .run { [log] _ in
          do { try await Task.never() } catch { log.withValue { $0.append(id) } }
        }
      case .stubborn:
        let id = state.id
        return .run { [log] send in
          while !Task.isCancelled { await Task.yield() }
          await send(.tick)
          log.withValue { $0.append(id) }
        }
      case .dismissSelf:
        return .run { _ in await dismiss() }
      case .tick: state.ticks += 1
      case .change(let change): change(&state)
      case .sheet, .rows, .path: break
      }
      return .none
    }
    .ifLet(\.$sheet, action: \.sheet) { Ticker(log: log) }
    .forEach(\.rows, action: \.rows) { Ticker(log: log) }
    .forEach(\.path, action: \.path) { Ticker(log: log) }
  }
}

@Reducer
struct AppCases {
  @ObservableState
  enum State: Equatable {
    case login(Ticker.State)
    case main(Ticker.State)
  }
  enum Action {
    case login(Ticker.Action), main(Ticker.Action), logIn, logOut
  }
  let log: LockIsolated<[Int]>
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .logIn: state = .main(Ticker.State(id: 1))
      case .logOut: state = .login(Ticker.State(id: 3))
      case .login, .main: break
      }
      return .none
    }
    .ifCaseLet(\.login, action: \.login) { Ticker(log: log) }
    .ifCaseLet(\.main, action: \.main) { Ticker(log: log) }
  }
}
