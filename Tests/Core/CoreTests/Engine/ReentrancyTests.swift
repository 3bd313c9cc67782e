import Observation
import TestSupport
import Testing
@testable import ComposableCore

/// Code of a user's that the engine runs while it is in the middle of something, `==`,
/// `hash(into:)`, `id` or a `deinit`, and that comes back to the store.
@MainActor
@Suite(.serialized) struct ReentrancyTests {
  /// The behaviour of values when they are compared or hashed, once.
  final class Visit: @unchecked Sendable {
    var visit: (() -> Void)?

    func run() {
      let visit = visit
      self.visit = nil
      visit?()
    }
  }

  /// Expects that an action which was sent from within is reported and waits.
  private func expectQueued(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () -> Void
  ) {
    withKnownIssue(sourceLocation: sourceLocation) {
      body()
    } matching: { issue in
      issue.description.contains("sent to a store that is processing another one")
    }
  }

  // MARK: Key paths

  struct Place: Hashable {
    let number: Int
    let visit: Visit

    static func == (lhs: Place, rhs: Place) -> Bool {
      lhs.visit.run()
      return lhs.number == rhs.number
    }

    func hash(into hasher: inout Hasher) {
      visit.run()
      hasher.combine(number)
    }
  }

  struct Board {
    var names = (0..<100).map { "the name of field number \($0)" }

    subscript(place: Place) -> String {
      get { names[place.number % names.count] }
      set { names[place.number % names.count] = newValue }
    }
  }

  @Test(arguments: [1, 8, 20, 64, 100]) func scopingWhileKeyPathsAreCompared(count: Int) {
    let visit = Visit()
    let store = Store(initialState: Board()) { Change<Board>.reducer() }
    func scope(_ number: Int) -> Store<String, Change<Board>> {
      store.scope(\.[Place(number: number, visit: visit)], action: \.self)
    }
    var stores = (0..<count).map(scope)
    var inner: [Store<String, Change<Board>>] = []
    for number in 0..<count + 1 {
      visit.visit = { inner += (1000..<1200).map(scope) }
      let again = scope(number)
      if number < count {
        #expect(again === stores[number])
      } else {
        stores.append(again)
      }
      visit.visit = nil
      #expect(again.state == "the name of field number \(number % 100)")
    }
    #expect(inner.allSatisfy { $0.state.hasPrefix("the name") })
    for number in 0..<count { #expect(scope(number) === stores[number]) }
  }

  @Test func readingWhileKeyPathsAreCompared() {
    let visit = Visit()
    let store = Store(initialState: Board()) { Change<Board>.reducer() }
    func read(_ number: Int) -> String {
      store[dynamicMember: \.[Place(number: number, visit: visit)]]
    }
    for number in 0..<100 {
      visit.visit = { for number in 200..<300 { _ = read(number) } }
      #expect(read(number) == "the name of field number \(number)")
      visit.visit = nil
    }
  }

  @Test func anArgumentOfAKeyPathEndsWithItsStore() {
    final class Token: Hashable {
      var atEnd: () -> Void = {}
      static func == (lhs: Token, rhs: Token) -> Bool { lhs === rhs }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
      deinit { atEnd() }
    }
    struct State {
      var text = "a text that is kept outside of the value"
      subscript(token: Token) -> String { text }
    }
    let store = Store(initialState: State()) { Change<State>.reducer() }
    var ended = 0
    for _ in 0..<500 {
      let token = Token()
      // The store keeps the token in its cache.
      token.atEnd = { [weak store] in
        ended += 1
        guard let store else { return }
        _ = store.scope(\.text, action: \.self).state
        _ = store.scope(\.[Token()], action: \.self)
      }
      _ = store.scope(\.[token], action: \.self)
    }
    #expect(ended > 0)
  }

  // MARK: Observers

  /// Equality of all bytes, with side effects.
  struct Nosy: Equatable {
    var number = 0
    nonisolated(unsafe) static var visit = Visit()

    static func == (lhs: Nosy, rhs: Nosy) -> Bool {
      visit.run()
      return lhs.number == rhs.number
    }
  }

  struct Watched {
    var nosy = Nosy()
    var numbers = [0, 0, 0, 0, 0, 0, 0, 0]
    var a = 0
    var b = 0
    var c = 0
  }

  @Test func sendingWhileObservedValuesAreCompared() {
    let store = Store(initialState: Watched()) { Change<Watched>.reducer() }
    let seen = LockIsolated<[String]>([])
    func watch(_ name: String, _ read: () -> Void) {
      withObservationTracking(read) { seen.withValue { $0.append(name) } }
    }
    watch("nosy") { _ = store.nosy }
    watch("a") { _ = store.a }
    watch("b") { _ = store.b }
    watch("c") { _ = store.c }
    Nosy.visit.visit = {
      store.send(
        Change {
          $0.a += 1
          $0.b += 1
          $0.nosy.number += 1
        })
      #expect(store.a == 0)
    }
    expectQueued { store.send(Change { _ in }) }
    #expect(store.a == 1)
    #expect(store.b == 1)
    #expect(seen.value.sorted() == ["a", "b", "nosy"])
    store.send(Change { $0.c += 1 })
    #expect(seen.value.sorted() == ["a", "b", "c", "nosy"])
  }

  @Test func readingWhileObservedValuesAreCompared() {
    let store = Store(initialState: Watched()) { Change<Watched>.reducer() }
    _ = store.nosy
    Nosy.visit.visit = {
      _ = (store.a, store.b, store.c)
      #expect(store.numbers.count == 8)
    }
    store.send(Change { $0.a += 1 })
    #expect(store.a == 1)
  }

  // MARK: Elements

  struct RowID: Hashable, @unchecked Sendable {
    let number: Int
    let visit: Visit

    static func == (lhs: RowID, rhs: RowID) -> Bool {
      lhs.visit.run()
      return lhs.number == rhs.number
    }

    func hash(into hasher: inout Hasher) {
      visit.run()
      hasher.combine(number)
    }
  }

  struct Row: Identifiable {
    let id: RowID
    var text: String
    init(_ number: Int, _ visit: Visit) {
      id = RowID(number: number, visit: visit)
      text = "the text of row \(number), kept outside of the value"
    }
  }

  struct List: Reducer {
    struct State {
      var rows: IdentifiedArrayOf<Row>
      var texts: [String] = []
      init(_ visit: Visit) {
        rows = IdentifiedArray(uniqueElements: (0..<40).map { Row($0, visit) })
      }
    }
    enum Action: CasePathable {
      case list(Change<State>)
      case rows(IdentifiedAction<RowID, Change<Row>>)
      struct AllCasePaths: Sendable {
        var list: AnyCasePath<Action, Change<State>> {
          AnyCasePath(embed: Action.list) { if case .list(let value) = $0 { value } else { nil } }
        }
        var rows: AnyCasePath<Action, IdentifiedAction<RowID, Change<Row>>> {
          AnyCasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    var body: some ReducerOf<Self> {
      Scope(\.self, action: \.list) { Change<State>.reducer() }
      EmptyReducer().forEach(\.rows, action: \.rows) { Change<Row>.reducer() }
    }
  }

  private func makeList() -> (StoreOf<List>, Visit) {
    let visit = Visit()
    let store = Store(initialState: List.State(visit)) { List() }
    return (store, visit)
  }

  private let clear = List.Action.list(Change { $0.rows.removeAll { _ in true } })

  @Test func sendingWhileForEachLooksForItsElement() {
    let (store, visit) = makeList()
    let id = store.rows[20].id
    visit.visit = { store.send(clear) }
    expectQueued { store.send(.rows(.element(id: id, action: Change { $0.text += "!" }))) }
    #expect(store.rows.isEmpty)
  }

  @Test func sendingWhileAnElementIsRead() {
    let (store, visit) = makeList()
    let row = store.scope(\.rows, action: \.rows)[20]
    store.send(.list(Change { $0.rows.swapAt(20, 30) }))
    visit.visit = { store.send(clear) }
    expectQueued { #expect(row.text.hasPrefix("the text of row 20")) }
    #expect(store.rows.isEmpty)
  }

  @Test func sendingWhileAPartOfAnElementIsFound() {
    let (store, visit) = makeList()
    let row = store.scope(\.rows, action: \.rows)[20]
    store.send(.list(Change { $0.rows.swapAt(20, 30) }))
    visit.visit = { store.send(clear) }
    expectQueued {
      #expect(row.scope(\.text, action: \.self).state.hasPrefix("the text of row 20"))
    }
    #expect(store.rows.isEmpty)
  }

  @Test func sendingWhileElementsAreListed() {
    let (store, visit) = makeList()
    let rows = store.scope(\.rows, action: \.rows)
    let stores = Array(rows)
    store.send(.list(Change { $0.rows.remove(at: 20) }))
    visit.visit = { store.send(clear) }
    expectQueued { #expect(store.scope(\.rows, action: \.rows).count == 39) }
    #expect(store.rows.isEmpty)
    #expect(stores[20].text.hasPrefix("the text of row 20"))
  }

  @Test func readingWhileForEachLooksForItsElement() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let visit = Visit()
        let store = Store(initialState: List.State(visit)) { List() }
        let id = store.rows[20].id
        visit.visit = { MainActor.assumeIsolated { _ = store.texts } }
        store.send(.rows(.element(id: id, action: Change { $0.text += "!" })))
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("was read while one of its reducers is running"), "\(text)")
  }

  // MARK: Identity

  struct Known: Identifiable {
    var number = 0
    var text = "a text that is kept outside of the value"
    let visit: Visit
    var ending: Ending?
    var id: Int {
      visit.run()
      return number
    }
  }

  struct Holder: Reducer {
    struct State { var child: Known? }
    enum Action: CasePathable {
      case holder(Change<State>)
      case child(Change<Known>)
      struct AllCasePaths: Sendable {
        var holder: AnyCasePath<Action, Change<State>> {
          AnyCasePath(embed: Action.holder) {
            if case .holder(let value) = $0 { value } else { nil }
          }
        }
        var child: AnyCasePath<Action, Change<Known>> {
          AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    var body: some ReducerOf<Self> {
      Scope(\.self, action: \.holder) { Change<State>.reducer() }
      EmptyReducer().ifLet(\.child, action: \.child) { Change<Known>.reducer() }
    }
  }

  @Test func sendingWhileAChildIsIdentified() {
    let visit = Visit()
    let store = Store(initialState: Holder.State(child: Known(visit: visit))) { Holder() }
    visit.visit = { store.send(.holder(Change { $0.child = nil })) }
    var child: Store<Known, Change<Known>>?
    expectQueued { child = store.scope(\.child, action: \.child) }
    #expect(store.scope(\.child, action: \.child) == nil)
    store.send(.holder(Change { $0.child = Known(visit: visit) }))
    child = withObservationTracking {
      store.scope(\.child, action: \.child)
    } onChange: {
    }
    #expect(child?.text.hasPrefix("a text") == true)
    // While the presence of the child is compared for observers.
    visit.visit = { store.send(.holder(Change { $0.child = nil })) }
    expectQueued { store.send(.holder(Change { $0.child?.text += "!" })) }
    #expect(store.scope(\.child, action: \.child) == nil)
    #expect(child?.text.hasPrefix("a text") == true)
  }

  // MARK: Ends

  /// Does something at its end.
  final class Ending {
    var atEnd: () -> Void = {}
    init(_ atEnd: @escaping () -> Void = {}) { self.atEnd = atEnd }
    deinit { atEnd() }
  }

  @Test func scope_endOfReplacedChild_givesTheNewStore() {
    var ending: Ending? = Ending()
    let store = Store(
      initialState: Holder.State(child: Known(visit: Visit(), ending: ending))
    ) { Holder() }
    #expect(store.scope(\.child, action: \.child)?.number == 0)
    var inner: [Store<Known, Change<Known>>?] = []
    ending?.atEnd = { inner.append(store.scope(\.child, action: \.child)) }
    ending = nil
    // The store of the child keeps its last state.
    store.send(.holder(Change { $0.child = Known(number: 1, visit: Visit()) }))
    #expect(inner.isEmpty)
    let child = store.scope(\.child, action: \.child)
    #expect(child?.number == 1)
    #expect(inner.count == 1 && inner.first.flatMap { $0 } === child)
  }

  @Test func aQueuedActionSendsAtItsEnd() {
    let store = Store(initialState: [String]()) { Change<[String]>.reducer() }
    func send(_ count: Int) {
      let ending = Ending { if count > 0 { send(count - 1) } }
      let change = Change<[String]> { texts in
        texts.append("\(count)")
        withExtendedLifetime(ending) {}
      }
      store.send(change)
    }
    expectQueued {
      store.send(Change<[String]> { _ in for _ in 0..<3 { send(2) } })
    }
    #expect(store.state.count == 9)
    #expect(store.state.filter { $0 == "0" }.count == 3)
  }
}
