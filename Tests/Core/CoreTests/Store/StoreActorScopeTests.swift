import ComposableCore
import Observation
import TestSupport
import Testing

/// Stores of children that may come and go, on the actor of their parent's.
@Suite struct StoreActorScopeTests {
  private func makeParent(_ state: sending Parent.State) -> StoreActorOf<Parent> {
    StoreActor(initialState: state) { Parent(gates: Gates()) }
  }

  private func makePresenter(_ state: sending Presenter.State) -> StoreActorOf<Presenter> {
    StoreActor(initialState: state) { Presenter(gates: Gates()) }
  }

  @Test func scope_optionalChild_returnsStoreWhileChildIsThere() async throws {
    let store = makeParent(Parent.State())
    #expect(await store.scope(\.optional, action: \.optional) == nil)
    await store.send(.present(Worker.State(id: 1)))
    let child = try #require(await store.scope(\.optional, action: \.optional))
    await child.send(.result("a"))
    #expect(await child.results == ["a"])
    #expect(await store.optional?.results == ["a"])
    await store.send(.dismiss)
    #expect(await store.scope(\.optional, action: \.optional) == nil)
    #expect(await child.id == 1)
  }

  @Test func scope_presentedChild_sendsPresentedActions() async throws {
    let store = makePresenter(Presenter.State(worker: Worker.State(id: 2)))
    let worker = try #require(await store.scope(\.worker, action: \.worker.presented))
    await worker.send(.result("a"))
    #expect(await worker.state.results == ["a"])
    #expect(await store.worker?.results == ["a"])
    await store.send(.worker(.dismiss))
    #expect(await store.scope(\.worker, action: \.worker.presented) == nil)
  }

  @Test func scope_caseOfPresentedEnum_returnsStoreOfThatCase() async throws {
    let inner = Presenter.State(worker: Worker.State(id: 2))
    let store = makePresenter(Presenter.State(destination: .presenter(inner)))
    #expect(await store.scope(\.destination?.worker, action: \.destination.worker) == nil)
    let presenter = try #require(
      await store.scope(\.destination?.presenter, action: \.destination.presenter))
    let worker = try #require(await presenter.scope(\.worker, action: \.worker.presented))
    await worker.send(.result("a"))
    #expect(await store.destination?.presenter?.worker?.results == ["a"])
    await store.send(.destination(.dismiss))
    // From the last state of a store that outlives its child.
    #expect(await presenter.scope(\.worker, action: \.worker.presented)?.id == 2)
  }

  @Test func scope_collection_returnsStoresByPositionAndID() async throws {
    let store = makeParent(Parent.State(rows: [Worker.State(id: 1), Worker.State(id: 2)]))
    let rows = await store.scope(\.rows, action: \.rows)
    #expect(Array(rows.ids) == [1, 2])
    let two = try #require(rows[id: 2])
    #expect(two === rows[1])
    #expect(rows[id: 3] == nil)
    await two.send(.result("a"))
    #expect(await two.results == ["a"])
    #expect(await store.rows[id: 2]?.results == ["a"])
    await store.send(.removeRow(1))
    #expect(await two.results == ["a"])
    await two.send(.result("b"))
    #expect(await store.rows[id: 2]?.results == ["a", "b"])
    #expect(await Array(store.scope(\.rows, action: \.rows).ids) == [2])
    // The collection has the elements of the moment it was asked for.
    #expect(await rows[0].id == 1)
  }

  @Test func scope_emptyCollection_hasNoStores() async {
    let store = makeParent(Parent.State())
    #expect(await store.scope(\.rows, action: \.rows).isEmpty)
  }

  @Test func scope_stack_returnsStoresOfScreens() async {
    let store = makePresenter(Presenter.State(path: [Worker.State(id: 1)]))
    await store.send(.append(Worker.State(id: 2)))
    let screens = await store.scope(\.path, action: \.path)
    #expect(screens.count == 2)
    await screens[1].send(.result("a"))
    #expect(await store.path[1].results == ["a"])
    #expect(await screens[1].results == ["a"])
    let stack: StoreActor<StackState<Worker.State>, StackAction<Worker.State, Worker.Action>> =
      store.scope(\.path, action: \.path)
    await stack.send(.popFrom(id: screens.ids[1]))
    #expect(await store.scope(\.path, action: \.path).count == 1)
  }

  @Test func scope_partOfOptionalChild_followsTheChild() async throws {
    let store = StoreActor(initialState: Office.State()) { Office() }
    let parent = try #require(await store.scope(\.parent, action: \.parent))
    // Without waiting for the actor, as the state is not read.
    let counter = parent.scope(\.counter, action: \.counter)
    await counter.send(.set(5))
    #expect(await counter.count == 5)
    #expect(await store.parent?.counter.count == 5)
  }

  @Test func childStore_keepsTheRoot() async throws {
    let gates = Gates()
    var store: StoreActorOf<Parent>? = StoreActor(
      initialState: Parent.State(rows: [Worker.State(id: 1)])
    ) {
      Parent(gates: gates)
    }
    let row = try #require(await store?.scope(\.rows, action: \.rows).first)
    store = nil
    let task = await row.send(.start("work"))
    await gates.arrival(at: "work")
    gates.open("work")
    await task.finish()
    #expect(await row.results == ["work"])
  }

  @Test func observers_inIsolation_seeChildrenComeAndGo() async {
    let store = makeParent(Parent.State())
    let changes = LockIsolated<[String]>([])
    await store.observeChildren { name in changes.withValue { $0.append(name) } }
    await store.send(.counter(.set(1)))
    #expect(changes.value == [])
    await store.send(.present(Worker.State(id: 1)))
    #expect(changes.value == ["optional"])
    await store.send(.insertRow(1))
    #expect(changes.value == ["optional", "rows"])
  }

  private struct Office: Reducer {
    struct State: Sendable {
      var parent: Parent.State? = Parent.State()
    }

    enum Action: CasePathable {
      case parent(Parent.Action)

      struct AllCasePaths: Sendable {
        var parent: AnyCasePath<Action, Parent.Action> {
          AnyCasePath(embed: Action.parent) {
            if case .parent(let action) = $0 { action } else { nil }
          }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var body: some ReducerOf<Self> {
      Reduce { _, _ in .none }
        .ifLet(\.parent, action: \.parent) { Parent(gates: Gates()) }
    }
  }
}

extension StoreActor where State == Parent.State, Action == Parent.Action {
  fileprivate func observeChildren(_ onChange: @escaping @Sendable (String) -> Void) {
    withObservationTracking {
      _ = scope(\.optional, action: \.optional)
    } onChange: {
      onChange("optional")
    }
    withObservationTracking {
      _ = scope(\.rows, action: \.rows).count
    } onChange: {
      onChange("rows")
    }
  }
}
