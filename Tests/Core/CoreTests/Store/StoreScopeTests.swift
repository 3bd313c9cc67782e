@testable import ComposableCore
import Observation
import TestSupport
import Testing

@MainActor
@Suite struct StoreScopeTests {
  private func makeParent(_ state: Parent.State = Parent.State()) -> StoreOf<Parent> {
    Store(initialState: state) { Parent(gates: Gates()) }
  }

  @Test func anOptionalChildHasAStoreWhileItIsThere() throws {
    let store = makeParent()
    #expect(store.scope(\.optional, action: \.optional) == nil)
    store.send(.present(Worker.State(id: 1)))
    let child = try #require(store.scope(\.optional, action: \.optional))
    #expect(child === store.scope(state: \.optional, action: \.optional))
    child.send(.result("a"))
    #expect(child.results == ["a"] && child.id == 1 && child.state.id == 1)
    store.send(.dismiss)
    #expect(store.scope(\.optional, action: \.optional) == nil)
    #expect(child.id == 1)
    store.send(.present(Worker.State(id: 1)))
    #expect(child !== store.scope(\.optional, action: \.optional))
  }

  @Test func anotherIdentityHasAnotherStore() throws {
    let store = makeParent(Parent.State(optional: Worker.State(id: 1)))
    let one = try #require(store.scope(\.optional, action: \.optional))
    store.send(.present(Worker.State(id: 1, results: ["x"])))
    #expect(one === store.scope(\.optional, action: \.optional))
    #expect(one.results == ["x"])
    store.send(.present(Worker.State(id: 2)))
    #expect(one !== store.scope(\.optional, action: \.optional))
  }

  @Test func aStoreOfTheOptionalItselfIsAnother() {
    let store = makeParent(Parent.State(optional: Worker.State(id: 1)))
    let whole: Store<Worker.State?, Worker.Action> = store.scope(\.optional, action: \.optional)
    let child: StoreOf<Worker>? = store.scope(\.optional, action: \.optional)
    let again: Store<Worker.State?, Worker.Action> = store.scope(\.optional, action: \.optional)
    #expect(whole === again)
    #expect(whole.state?.id == 1 && child?.id == 1)
  }

  @Test func aPresentedCaseHasAStore() throws {
    let inner = Presenter.State(worker: Worker.State(id: 2))
    let store = Store(initialState: Presenter.State(destination: .presenter(inner))) {
      Presenter(gates: Gates())
    }
    #expect(store.scope(state: \.destination?.worker, action: \.destination.worker) == nil)
    let presenter = try #require(
      store.scope(state: \.destination?.presenter, action: \.destination.presenter))
    let worker = try #require(presenter.scope(state: \.worker, action: \.worker.presented))
    #expect(
      worker
        === store.scope(state: \.destination?.presenter, action: \.destination.presenter)?
        .scope(state: \.worker, action: \.worker.presented))
    worker.send(.result("a"))
    #expect(worker.results == ["a"])
    #expect(store.destination?.presenter?.worker?.results == ["a"])
    store.send(.destination(.dismiss))
    #expect(presenter.scope(state: \.worker, action: \.worker.presented) === worker)
    #expect(worker.id == 2)
  }

  /// As in the original: the generated `store.case` unwraps the store of the state's case.
  @Test func scope_ofAStoreThatOutlivesItsChild_hasTheChildrenOfTheLastState() throws {
    let inner = Presenter.State(
      destination: .worker(Worker.State(id: 3)), worker: Worker.State(id: 2),
      path: [Worker.State(id: 4), Worker.State(id: 5)])
    let store = Store(initialState: Presenter.State(destination: .presenter(inner))) {
      Presenter(gates: Gates())
    }
    let presenter = try #require(
      store.scope(state: \.destination?.presenter, action: \.destination.presenter))
    #expect(presenter.path.count == 2)
    store.send(.destination(.dismiss))
    let worker = try #require(presenter.scope(state: \.worker, action: \.worker.presented))
    let destination = try #require(
      presenter.scope(state: \.destination, action: \.destination.presented))
    #expect(worker.id == 2 && destination.state == .worker(Worker.State(id: 3)))
    let screens = presenter.scope(\.path, action: \.path)
    #expect(screens.map(\.id) == [4, 5])
    #expect(screens[1] === presenter.scope(\.path, action: \.path)[1])
  }

  /// As in the original.
  @Test func removedChild_stateThatWasReadLastIsShown() throws {
    let parent = makeParent(
      Parent.State(optional: Worker.State(id: 1), rows: [Worker.State(id: 2), Worker.State(id: 1)]))
    let optional = try #require(parent.scope(\.optional, action: \.optional))
    let row = parent.scope(\.rows, action: \.rows)[1]
    let presenter = Store(
      initialState: Presenter.State(
        worker: Worker.State(id: 1), path: [Worker.State(id: 1), Worker.State(id: 2)])
    ) { Presenter(gates: Gates()) }
    let presented = try #require(presenter.scope(\.worker, action: \.worker.presented))
    let screen = presenter.scope(\.path, action: \.path)[1]
    let children = [optional, row, presented, screen]
    for text in ["a", "b"] {
      for child in children { child.send(.result(text)) }
      #expect(children.allSatisfy { $0.results.last == text })
    }
    parent.send(.dismiss)
    parent.send(.removeRow(1))
    presenter.send(.worker(.dismiss))
    presenter.send(.popTo(nil))
    #expect(parent.optional == nil && parent.rows.count == 1)
    #expect(presenter.worker == nil && presenter.path.isEmpty)
    for child in children { #expect(child.results == ["a", "b"] && child.id != 0) }
  }

  private struct Failure: Error {}

  /// Removes an element, or adds one, and fails then.
  private static func change(_ row: inout Worker.State?, to new: Worker.State?) throws {
    row = new
    throw Failure()
  }

  @Test func scope_elementComesOrGoesInAnAccessThatThrows_rowsFollow() throws {
    let store = Store(
      initialState: Parent.State(rows: [Worker.State(id: 1), Worker.State(id: 2)])
    ) {
      Reduce<Parent.State, Parent.Action> { state, action in
        switch action {
        case .insertRow(let id): try? Self.change(&state.rows[id: id], to: Worker.State(id: id))
        case .removeRow(let id): try? Self.change(&state.rows[id: id], to: nil)
        default: break
        }
        return .none
      }
    }
    let changes = Changes()
    changes.track("rows") { _ = store.scope(\.rows, action: \.rows).count }
    let second = store.scope(\.rows, action: \.rows)[1]
    store.send(.removeRow(1))
    #expect(store.scope(\.rows, action: \.rows)[0] === second)
    #expect(changes.seen == ["rows"])
    store.send(.insertRow(3))
    #expect(store.scope(\.rows, action: \.rows).map(\.id) == [2, 3])
  }

  @Test func rowsHaveStores() {
    let store = makeParent(Parent.State(rows: [Worker.State(id: 1), Worker.State(id: 2)]))
    let rows = store.scope(\.rows, action: \.rows)
    #expect(rows.map { $0[dynamicMember: \.id] } == [1, 2])
    let two = rows[1]
    #expect(two === store.scope(state: \.rows, action: \.rows)[1])
    #expect(two === store.scope(\.rows, action: \.rows)[id: 2])
    #expect(store.scope(\.rows, action: \.rows)[id: 3] == nil)
    two.send(.result("a"))
    #expect(two.results == ["a"])
    #expect(store.rows[id: 2]?.results == ["a"])
    store.send(.removeRow(1))
    #expect(two === store.scope(\.rows, action: \.rows)[0])
    #expect(two.results == ["a"])
    // The previous elements of the collection are still available.
    #expect(rows[0].state.id == 1)
    store.send(.removeRow(2))
    #expect(store.scope(\.rows, action: \.rows).isEmpty)
    store.send(.insertRow(2))
    #expect(two !== store.scope(\.rows, action: \.rows)[0])
  }

  @Test func screensHaveStores() throws {
    let store = Store(initialState: Presenter.State(path: [Worker.State(id: 1)])) {
      Presenter(gates: Gates())
    }
    let root = try #require(store.scope(\.path, action: \.path).first)
    store.send(.append(Worker.State(id: 2)))
    let screens = store.scope(state: \.path, action: \.path)
    #expect(screens[0] === root && screens.count == 2)
    screens[1].send(.result("a"))
    #expect(store.path[1].results == ["a"] && screens[1].results == ["a"])
    let path: Store<StackState<Worker.State>, StackAction<Worker.State, Worker.Action>> =
      store.scope(\.path, action: \.path)
    path.send(.popFrom(id: 1))
    #expect(store.scope(\.path, action: \.path).map(\.self) == [root])
  }

  @Test func rowsAreRemovedWhileTheyAreGoneThrough() {
    let store = makeParent(
      Parent.State(rows: IdentifiedArray(uniqueElements: (0..<5).map { Worker.State(id: $0) })))
    var seen: [Int] = []
    for row in store.scope(\.rows, action: \.rows) {
      let id = row.state.id
      seen.append(id)
      store.send(.removeRow(id))
      store.send(.removeRow(id + 1))
    }
    #expect(seen == [0, 1, 2, 3, 4])
    #expect(store.rows.isEmpty)
  }

  /// Reading through row stores equals reading the rows directly, whichever elements move.
  @Test(arguments: 0..<10)
  func rowsAgreeWithDirectAccess(seed: Int) {
    enum Change { case shuffle, insert(Int), remove(Int), removeAll, write(Int, String) }
    var random = SplitMix(seed: UInt64(seed))
    let store = Store(initialState: Parent.State()) {
      Reduce<Parent.State, Change> { state, change in
        switch change {
        case .shuffle: state.rows.reverse()
        case .insert(let id): state.rows.insert(Worker.State(id: id), at: 0)
        case .remove(let id): state.rows.remove(id: id)
        case .removeAll: state.rows.removeAll()
        case .write(let id, let text): state.rows[id: id]?.results.append(text)
        }
        return .none
      }
    }
    enum Action: CasePathable {
      case rows(IdentifiedActionOf<Worker>)
      struct AllCasePaths: Sendable {
        var rows: AnyCasePath<Action, IdentifiedActionOf<Worker>> {
          AnyCasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    let list = ElementStores<Int, Worker.State, Worker.Action>(
      of: store, at: store.location.appending(\.rows), \Parent.State.rows, fileID: #fileID,
      line: #line,
      destruction: destruction(of: Action.self)
    ) { _ in AnyCasePath(embed: { _ in .shuffle }, extract: { _ in nil }) }
    var kept: [Int: StoreOf<Worker>] = [:]
    for step in 0..<200 {
      let id = Int.random(in: 0..<8, using: &random)
      let changes: [Change] = [
        .shuffle, .insert(id), .insert(id), .remove(id), .write(id, "\(step)"), .removeAll,
      ]
      let index = Int.random(in: 0..<(step.isMultiple(of: 20) ? 6 : 5), using: &random)
      store.send(changes[index])
      let rows = list.collection()
      #expect(Array(rows.ids) == Array(store.rows.ids))
      for row in rows {
        let id = row.state.id
        #expect(row.state == store.rows[id: id])
        #expect(row.results == store.rows[id: id]?.results)
        if let known = kept[id] { #expect(known === row) }
      }
      kept = Dictionary(uniqueKeysWithValues: rows.map { ($0.state.id, $0) })
    }
  }

  @Test func observersHearOfTheirOwnRowOnly() {
    let store = makeParent(Parent.State(rows: [Worker.State(id: 1), Worker.State(id: 2)]))
    let rows = store.scope(\.rows, action: \.rows)
    let (one, two) = (rows[0], rows[1])
    let changes = Changes()
    changes.track("one") { _ = one.state.id }
    changes.track("one's id") { _ = one[dynamicMember: \.id] }
    changes.track("list") { _ = store.scope(\.rows, action: \.rows).count }
    two.send(.result("a"))
    #expect(!changes.seen.contains("list") && !changes.seen.contains("one's id"))
    store.send(.insertRow(3))
    #expect(changes.seen.contains("list"))
    #expect(!changes.seen.contains("one's id"))
  }

  @Test func observersHearWhenAChildComesAndGoes() {
    let store = makeParent()
    let changes = Changes()
    changes.track("presence") { _ = store.scope(\.optional, action: \.optional) }
    store.send(.counter(.increment))
    #expect(changes.seen == [])
    store.send(.present(Worker.State(id: 1)))
    #expect(changes.seen == ["presence"])
    changes.seen = []
    let child = store.scope(\.optional, action: \.optional)
    changes.track("presence") { _ = store.scope(\.optional, action: \.optional) }
    changes.track("child") { _ = child?[dynamicMember: \.id] }
    store.send(.optional(.result("a")))
    #expect(changes.seen == [])
    store.send(.dismiss)
    #expect(changes.seen == ["presence"])
    store.send(.present(Worker.State(id: 7)))
    #expect(changes.seen == ["presence", "child"])
  }

  @Test func whatIsWatchedOfAChildEndsWithItsStore() {
    let store = makeParent(Parent.State(optional: Worker.State(id: 1)))
    weak var watched: ObservedValue?
    do {
      let child = store.scope(\.optional, action: \.optional)
      watched = child?.observedState
      _ = child?.state
    }
    #expect(watched != nil)
    store.send(.dismiss)
    _ = store.scope(\.optional, action: \.optional)
    store.send(.counter(.increment))
    #expect(watched == nil)
  }
}

/// Records the observations that were notified of a change.
@MainActor
private final class Changes {
  var seen: Set<String> = []

  func track(_ name: String, _ read: () -> Void) {
    withObservationTracking(read) { [weak self] in
      MainActor.assumeIsolated { _ = self?.seen.insert(name) }
    }
  }
}
