@testable import ComposableCore
import TestSupport
import Testing

/// Tests of the moment at which effects of children end.
@MainActor
@Suite struct ChildEffectTests {
  let gates = Gates()

  private func makeStore() -> StoreOf<Family> {
    Store(initialState: Family.State()) { Family(gates: gates) }
  }

  @Test(arguments: Family.Kind.allCases)
  func theActionThatRemovesAChildMayStartALastEffect(_ kind: Family.Kind) async {
    let store = makeStore()
    let first = store.send(.start("first"), to: kind)
    await gates.arrival(at: "first")
    let last = store.send(.start("last"), to: kind)
    await first.finish()
    await gates.arrival(at: "last")
    #expect(gates.cancelled == ["first"])

    // Neither further actions nor another child in the same place end the effect.
    store.send(.nothing)
    store.send(.replace(kind, by: .after))
    store.send(.remove(kind, by: .parent))
    store.send(.nothing)
    #expect(gates.waiting == ["last"])
    last.cancel()
    await last.finish()
  }

  @Test(arguments: Family.Kind.allCases, [Family.Remover.before, .parent])
  func theActionThatRemovesAChildCancelsItsEffects(
    _ kind: Family.Kind, _ remover: Family.Remover
  ) async {
    let store = makeStore()
    let task = store.send(.start("a"), to: kind)
    await gates.arrival(at: "a")
    store.send(.remove(kind, by: remover))
    await task.finish()
    #expect(gates.cancelled == ["a"])
  }

  @Test(arguments: Family.Kind.allCases)
  func theNextActionCancelsTheEffectsOfAChildThatWasRemovedAfterTheParentRan(
    _ kind: Family.Kind
  ) async {
    let store = makeStore()
    let task = store.send(.start("a"), to: kind)
    await gates.arrival(at: "a")
    store.send(.remove(kind, by: .after))
    store.send(.nothing)
    await task.finish()
    #expect(gates.cancelled == ["a"])
  }

  @Test(arguments: Family.Kind.allCases)
  func otherChildrenGoOn(_ kind: Family.Kind) async {
    let store = makeStore()
    let others = Family.Kind.allCases.filter { $0 != kind }
    let tasks = others.map { store.send(.start("\($0)"), to: $0) }
    let task = store.send(.start("\(kind)"), to: kind)
    for kind in Family.Kind.allCases { await gates.arrival(at: "\(kind)") }
    store.send(.remove(kind, by: .after))
    store.send(.nothing)
    await task.finish()
    #expect(gates.cancelled == ["\(kind)"])
    for kind in others { gates.open("\(kind)") }
    for task in tasks { await task.finish() }
  }

  @Test(arguments: Family.Kind.allCases)
  func aChildThatComesBackStartsEffectsOfItsOwn(_ kind: Family.Kind) async {
    let store = makeStore()
    let first = store.send(.start("first"), to: kind)
    await gates.arrival(at: "first")
    store.send(.remove(kind, by: .parent))
    store.send(.replace(kind, by: .after))
    let second = store.send(.start("second"), to: kind)
    await first.finish()
    await gates.arrival(at: "second")
    #expect(gates.cancelled == ["first"])
    store.send(.nothing)
    #expect(gates.waiting == ["second"])
    store.send(.remove(kind, by: .after))
    store.send(.nothing)
    await second.finish()
    #expect(gates.cancelled == ["first", "second"])
  }

  @Test func anEqualChildInItsPlaceIsTheSame() async {
    let store = makeStore()
    let kinds = [Family.Kind.optional, .row, .presented]
    let tasks = kinds.map { store.send(.start("\($0)"), to: $0) }
    for kind in kinds { await gates.arrival(at: "\(kind)") }
    for kind in kinds {
      for remover in [Family.Remover.before, .parent, .after] {
        store.send(.replace(kind, by: remover))
      }
    }
    store.send(.nothing)
    #expect(gates.cancelled == [])
    for kind in kinds { gates.open("\(kind)") }
    for task in tasks { await task.finish() }
    #expect(store.optional?.results == ["optional"])
  }

  @Test func aLastEffectDismissesNothing() async {
    let store = makeStore()
    await store.send(.result("dismiss"), to: .presented).finish()
    #expect(store.presented?.id == 7)
    await store.send(.result("dismiss"), to: .screen).finish()
    #expect(store.path.count == 1)
  }

  @Test func aChildThatChangesItsOwnIdentityKeepsItsEffects() async {
    struct Parent: Reducer {
      struct State { var worker: Worker.State? = Worker.State() }
      enum Action: CasePathable {
        case worker(Worker.Action)
        case nothing
        struct AllCasePaths: Sendable {
          var worker: AnyCasePath<Action, Worker.Action> {
            AnyCasePath(embed: Action.worker) {
              if case .worker(let value) = $0 { value } else { nil }
            }
          }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
      }
      let gates: Gates

      var body: some Reducer<State, Action> {
        Reduce { _, _ in .none }
          .ifLet(\.worker, action: \.worker) {
            Reduce { state, action in
              if case .result = action { state.id += 1 }
              return .none
            }
            Worker(gates: gates)
          }
      }
    }
    let store = Store(initialState: Parent.State()) { Parent(gates: gates) }
    let task = store.send(.worker(.start("a")))
    await gates.arrival(at: "a")
    store.send(.worker(.result("another id")))
    store.send(.nothing)
    #expect(gates.waiting == ["a"])
    gates.open("a")
    await task.finish()
    #expect(store.worker?.results == ["another id", "a"])
  }

  @Test func aReducerThatRunsItsBaseByHandFindsTheEffectsOfItsChildren() async {
    struct ByHand: Reducer {
      let base: Family

      func reduce(into state: inout Family.State, action: Family.Action) -> Effect<Family.Action> {
        base.reduce(into: &state, action: action)
      }
    }
    for kind in Family.Kind.allCases {
      for remover in [Family.Remover.before, .parent, .after] {
        let gates = Gates()
        let store = Store(initialState: Family.State()) { ByHand(base: Family(gates: gates)) }
        let task = store.send(.start("a"), to: kind)
        await gates.arrival(at: "a")
        store.send(.nothing)
        #expect(gates.waiting == ["a"])
        store.send(.remove(kind, by: remover))
        store.send(.nothing)
        await task.finish()
        #expect(gates.cancelled == ["a"])
      }
    }
  }

  /// Two features of one type, which a reducer wraps by hand, have children of their own.
  @Test func reduce_twoFeaturesCallEqualReducers_haveTheirOwnChildren() async {
    let store = Store(initialState: Pair.State()) { Pair(gates: gates) }
    store.send(.first(.optional(.start("optional"))))
    store.send(.first(.rows(.element(id: 1, action: .start("row")))))
    await gates.arrival(at: "optional")
    await gates.arrival(at: "row")
    store.send(.second(.nothing))
    store.send(.second(.remove(.row, by: .parent)))
    store.send(.second(.nothing))
    #expect(gates.waiting == ["optional", "row"])
    store.send(.first(.remove(.optional, by: .parent)))
    #expect(gates.cancelled == ["optional"])
    #expect(gates.waiting == ["row"])
    store.send(.first(.remove(.row, by: .parent)))
    #expect(gates.cancelled == ["optional", "row"])
  }

  private struct ByHand: Reducer {
    let base: Family

    func reduce(into state: inout Family.State, action: Family.Action) -> Effect<Family.Action> {
      base.reduce(into: &state, action: action)
    }
  }

  private struct Pair: Reducer {
    struct State {
      var first = Family.State()
      var second = Family.State()

      init() { second.optional = nil }
    }
    enum Action: CasePathable {
      case first(Family.Action)
      case second(Family.Action)

      struct AllCasePaths: Sendable {
        var first: AnyCasePath<Action, Family.Action> {
          AnyCasePath(embed: Action.first) { if case .first(let value) = $0 { value } else { nil } }
        }
        var second: AnyCasePath<Action, Family.Action> {
          AnyCasePath(embed: Action.second) {
            if case .second(let value) = $0 { value } else { nil }
          }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    let gates: Gates

    var body: some ReducerOf<Self> {
      Scope(state: \.first, action: \.first) { ByHand(base: Family(gates: gates)) }
      Scope(state: \.second, action: \.second) { ByHand(base: Family(gates: gates)) }
    }
  }
}
