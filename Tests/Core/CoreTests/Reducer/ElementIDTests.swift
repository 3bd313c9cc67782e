import ComposableCore
import TestSupport
import Testing

/// Elements that change their own ids, which have to be the collection's, too.
@MainActor
@Suite struct ElementIDTests {
  struct Row: Reducer {
    struct State: Identifiable, Equatable {
      var id: Int
      var title = ""
      var rows: IdentifiedArrayOf<State> = []
    }

    indirect enum Action: CasePathable, Equatable {
      case setID(Int)
      case setTitle(String)
      case wait
      case rows(IdentifiedAction<Int, Action>)

      struct AllCasePaths: Sendable {
        var rows: AnyCasePath<Action, IdentifiedAction<Int, Action>> {
          AnyCasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    let gates: Gates

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .setID(let id): state.id = id
        case .setTitle(let title): state.title = title
        case .wait: return .run { [gates] _ in await gates.pass("never") }
        case .rows: break
        }
        return .none
      }
      .forEach(\.rows, action: \.rows) { Row(gates: gates) }
    }
  }

  private let gates = Gates()

  private func makeStore(_ rows: [Row.State]) -> StoreOf<Row> {
    Store(initialState: Row.State(id: 0, rows: IdentifiedArray(uniqueElements: rows))) {
      Row(gates: gates)
    }
  }

  private func expectConsistent(_ rows: IdentifiedArrayOf<Row.State>, _ ids: [Int]) {
    #expect(rows.map(\.id) == ids)
    #expect(Array(rows.ids) == ids)
    for (position, id) in ids.enumerated() {
      #expect(rows.index(id: id) == position)
      #expect(rows[id: id]?.id == id)
    }
  }

  @Test func forEach_elementChangesItsID_reportsAndRenames() async {
    let store = makeStore([Row.State(id: 1), Row.State(id: 2), Row.State(id: 3)])
    await expectIssue("changed its own id", "Old: 2", "New: 7") {
      store.send(.rows(.element(id: 2, action: .setID(7))))
    }
    expectConsistent(store.rows, [1, 7, 3])
    store.send(.rows(.element(id: 7, action: .setTitle("seven"))))
    #expect(store.rows[id: 7]?.title == "seven")
    await expectIssue("has no element with that id") {
      store.send(.rows(.element(id: 2, action: .setTitle("two"))))
    }
  }

  @Test func forEach_elementTakesTheIDOfAnother_removesTheOther() async {
    let store = makeStore([Row.State(id: 1), Row.State(id: 2), Row.State(id: 3)])
    await expectIssue("Old: 3", "New: 1", "the other element with that id was removed") {
      store.send(.rows(.element(id: 3, action: .setID(1))))
    }
    expectConsistent(store.rows, [2, 1])
  }

  /// An element whose effects run takes the slow path.
  @Test func forEach_elementWithEffectsChangesItsID_cancelsThem() async {
    let store = makeStore([Row.State(id: 1), Row.State(id: 2)])
    let task = store.send(.rows(.element(id: 2, action: .wait)))
    await gates.arrival(at: "never")
    await expectIssue("Old: 2", "New: 7") {
      store.send(.rows(.element(id: 2, action: .setID(7))))
    }
    await task.finish()
    #expect(gates.cancelled == ["never"])
    expectConsistent(store.rows, [1, 7])
  }

  @Test func forEach_elementOfAnElementChangesItsID_renamesThatOne() async {
    let store = makeStore([
      Row.State(id: 1, rows: [Row.State(id: 10), Row.State(id: 11)]), Row.State(id: 2),
    ])
    await expectIssue("Old: 11", "New: 12") {
      store.send(
        .rows(
          .element(id: 1, action: .rows(.element(id: 11, action: .setID(12))))))
    }
    expectConsistent(store.rows, [1, 2])
    expectConsistent(store.rows[0].rows, [10, 12])
  }

  @Test func rowStore_elementChangedItsID_showsTheElementInAnotherStore() async throws {
    let store = makeStore([Row.State(id: 1)])
    let row = try #require(store.scope(\.rows, action: \.rows).first)
    await expectIssue("Old: 1", "New: 5") { row.send(.setID(5)) }
    let renamed = try #require(store.scope(\.rows, action: \.rows)[id: 5])
    renamed.send(.setTitle("five"))
    #expect(renamed.title == "five")
    #expect(store.scope(\.rows, action: \.rows)[id: 1] == nil)
  }

  @Test func elementOfStack_changesAPropertyCalledID_keepsItsPlace() {
    let store = Store(initialState: StackState([Row.State(id: 1), Row.State(id: 2)])) {
      Reduce<StackState<Row.State>, StackActionOf<Row>> { _, _ in .none }
        .forEach(\.self, action: \.self) { Row(gates: gates) }
    }
    let ids = Array(store.state.ids)
    store.send(.element(id: ids[0], action: .setID(2)))
    #expect(store.state.map(\.id) == [2, 2])
    #expect(Array(store.state.ids) == ids)
  }

  @Test func update_withAnotherID_renames() {
    var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1), Row.State(id: 2)]
    rows.update(Row.State(id: 3), at: 0)
    expectConsistent(rows, [3, 2])
  }

  @Test func subscriptPosition_changesID_renames() async {
    var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1), Row.State(id: 2)]
    rows[0].id = 3
    expectConsistent(rows, [3, 2])
    await expectIssue("changed in place to that of another element") { rows[0].id = 2 }
    expectConsistent(rows, [2])
  }

  @Test(arguments: [[1, 2, 3], [3, 1, 2], [2, 3, 1], [3, 2, 1]])
  func subscriptPosition_idOfAnother_keepsPlace(_ ids: [Int]) async throws {
    var rows = IdentifiedArray(uniqueElements: ids.map { Row.State(id: $0) })
    let position = try #require(ids.firstIndex(of: 3))
    await expectIssue("changed in place to that of another element") { rows[position].id = 1 }
    expectConsistent(rows, ids.filter { $0 != 1 }.map { $0 == 3 ? 1 : $0 })
  }

  #if os(Linux)
    @Test func subscriptID_changesID_traps() async {
      await #expect(processExitsWith: .failure) {
        var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1)]
        rows[id: 1]?.id = 2
      }
    }
  #endif
}
