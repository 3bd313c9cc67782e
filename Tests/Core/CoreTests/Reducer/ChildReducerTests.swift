import ComposableCore
import TestSupport
import Testing

@MainActor
@Suite struct ChildReducerTests {
  let gates = Gates()

  private func makeStore(_ state: Parent.State) -> StoreOf<Parent> {
    Store(initialState: state) { Parent(gates: gates) }
  }

  @Test func ifLetRunsTheChildWhileItIsThere() async {
    let store = makeStore(Parent.State(optional: Worker.State()))
    gates.open("a")
    await store.send(.optional(.start("a"))).finish()
    #expect(store.optional?.results == ["a"])
  }

  @Test func ifLetCancelsTheChildsEffectsOnDismissal() async {
    let store = makeStore(Parent.State(optional: Worker.State(), rows: [Worker.State(id: 1)]))
    let task = store.send(.optional(.start("child")))
    let other = store.send(.rows(.element(id: 1, action: .start("row"))))
    await gates.arrival(at: "child")
    await gates.arrival(at: "row")
    store.send(.dismiss)
    await task.finish()
    #expect(gates.cancelled == ["child"])
    gates.open("row")
    await other.finish()
    #expect(store.rows[id: 1]?.results == ["row"])
  }

  @Test func ifLetReportsAnActionForAMissingChild() {
    let store = makeStore(Parent.State())
    withKnownIssue {
      store.send(.optional(.result("secret")))
    } matching: { issue in
      issue.description.contains("'ifLet' at CoreTests/Parent.swift")
        && issue.description.contains("Action: optional.result")
        && !issue.description.contains("secret")
    }
    #expect(store.state == Parent.State())
  }

  @Test func forEachRunsTheAddressedElement() async {
    let store = makeStore(Parent.State(rows: [Worker.State(id: 1), Worker.State(id: 2)]))
    gates.open("a")
    await store.send(.rows(.element(id: 2, action: .start("a")))).finish()
    #expect(store.rows[id: 1]?.results == [])
    #expect(store.rows[id: 2]?.results == ["a"])
  }

  @Test func forEachCancelsTheEffectsOfRemovedElements() async {
    let store = makeStore(Parent.State(rows: [Worker.State(id: 1), Worker.State(id: 2)]))
    let one = store.send(.rows(.element(id: 1, action: .start("one"))))
    let two = store.send(.rows(.element(id: 2, action: .start("two"))))
    await gates.arrival(at: "one")
    await gates.arrival(at: "two")
    store.send(.insertRow(3))
    #expect(gates.cancelled == [])
    store.send(.removeRow(1))
    await one.finish()
    #expect(gates.cancelled == ["one"])
    gates.open("two")
    await two.finish()
    #expect(store.rows[id: 2]?.results == ["two"])
  }

  @Test func forEachReportsAnActionForAMissingElement() {
    let store = makeStore(Parent.State())
    withKnownIssue {
      store.send(.rows(.element(id: 7, action: .cancel)))
    } matching: { issue in
      issue.description.contains("has no element with that id")
        && issue.description.contains("Action: rows.element.cancel")
    }
  }

  @Test func childCancelsOnlyItsOwnEffects() async {
    let store = makeStore(Parent.State(rows: [Worker.State(id: 1), Worker.State(id: 2)]))
    let one = store.send(.rows(.element(id: 1, action: .start("one"))))
    let two = store.send(.rows(.element(id: 2, action: .start("two"))))
    await gates.arrival(at: "one")
    await gates.arrival(at: "two")
    store.send(.rows(.element(id: 1, action: .cancel)))
    await one.finish()
    #expect(gates.cancelled == ["one"])
    store.send(.cancelWork)
    await two.finish()
    #expect(gates.cancelled == ["one", "two"])
  }

  @Test func rowStateIsChangedInPlace() {
    struct Row: Reducer {
      struct State: Identifiable {
        let id: Int
        var values = Array(repeating: 0, count: 64)
      }
      var body: some Reducer<State, Int> {
        Reduce { state, action in
          let before = state.values.withUnsafeBufferPointer(\.baseAddress)
          state.values[0] = action
          #expect(state.values.withUnsafeBufferPointer(\.baseAddress) == before)
          return .none
        }
      }
    }
    struct List: Reducer {
      struct State { var rows: IdentifiedArrayOf<Row.State> = [] }
      enum Action: CasePathable {
        case rows(IdentifiedAction<Int, Int>)
        struct AllCasePaths: Sendable {
          var rows: AnyCasePath<Action, IdentifiedAction<Int, Int>> {
            AnyCasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
          }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
      }
      var body: some ReducerOf<Self> {
        EmptyReducer().forEach(\.rows, action: \.rows) { Row() }
      }
    }
    let store = Store(initialState: List.State(rows: [Row.State(id: 1), Row.State(id: 2)])) {
      List()
    }
    let before = store.state.rows.map { $0.values.withUnsafeBufferPointer(\.baseAddress) }
    store.send(.rows(.element(id: 2, action: 7)))
    let after = store.state.rows.map { $0.values.withUnsafeBufferPointer(\.baseAddress) }
    #expect(before == after)
    #expect(store.state.rows[id: 2]?.values[0] == 7)
  }

  @Test func reduceRunsAReducerWithoutAStore() {
    var state = Parent.State()
    let parent = Parent(gates: gates)
    _ = parent._reduce(into: &state, action: .counter(.increment))
    _ = parent.reduce(into: &state, action: .counter(.increment))
    #expect(state.counter.count == 2)
  }

  @Test func builderComposesConditionsLoopsAndOptionals() {
    struct Feature: Reducer {
      let isLoud: Bool
      let extra: Reduce<[String], Int>?
      var body: some Reducer<[String], Int> {
        if isLoud {
          Reduce { state, _ in
            state.append("loud"); return .none
          }
        } else {
          Reduce { state, _ in
            state.append("quiet"); return .none
          }
        }
        for index in 1...2 {
          Reduce { state, _ in
            state.append("loop \(index)"); return .none
          }
        }
        extra
        CombineReducers {
          EmptyReducer()
          Reduce { state, action in
            state.append("\(action)"); return .none
          }
        }
      }
    }
    var states: [String] = []
    _ = Feature(isLoud: false, extra: nil).body.reduce(into: &states, action: 3)
    #expect(states == ["quiet", "loop 1", "loop 2", "3"])
    let one = Store(initialState: [String]()) { Feature(isLoud: true, extra: nil) }
    one.send(1)
    #expect(one.state == ["loud", "loop 1", "loop 2", "1"])
    let two = Store(initialState: [String]()) {
      Feature(
        isLoud: false,
        extra: Reduce { state, _ in
          state.append("extra"); return .none
        })
    }
    two.send(2)
    #expect(two.state == ["quiet", "loop 1", "loop 2", "extra", "2"])
  }
}
