import ComposableArchitecture
import Foundation
import Testing

@testable import ComposableCore

@MainActor
@Suite struct ObservableStateTests {
  @Test func onlyTheFieldThatIsReadCounts() {
    let store = Store(initialState: Form.State()) { Form() }
    let name = Reader { store.name }
    let tags = Reader { store.tags }
    store.send(.nameChanged("Blob"))
    #expect(name.changes == 1)
    #expect(tags.changes == 0)
    store.send(.tagAdded("a"))
    #expect(tags.changes == 1)
  }

  @Test func aWriteOfAnEqualValueIsNoChange() {
    let store = Store(initialState: Form.State()) { Form() }
    let name = Reader { store.name }
    let count = Reader { store.count }
    store.send(.nameChanged(""))
    store.send(.countSet(0))
    #expect(name.changes == 0)
    #expect(count.changes == 0)
    store.send(.countSet(1))
    #expect(count.changes == 1)
  }

  @Test func observersAreToldAfterTheAction() {
    let store = Store(initialState: Form.State()) { Form() }
    var seen: [Int] = []
    let reader = Reader { store.count }
    reader.onChange = { seen.append(store.count) }
    store.send(.countSetTwice)
    #expect(seen == [2])
  }

  @Test func computedPropertiesAreObservedByWhatTheyRead() {
    let store = Store(initialState: Form.State()) { Form() }
    let isValid = Reader { store.isValid }
    store.send(.countSet(1))
    #expect(isValid.changes == 0)
    store.send(.nameChanged("Blob"))
    #expect(isValid.changes == 1)
  }

  @Test func ignoredFieldsAreNotObserved() {
    let store = Store(initialState: Form.State()) { Form() }
    let ignored = Reader { store.ignored }
    store.send(.ignoredChanged)
    #expect(store.ignored == 1)
    #expect(ignored.changes == 0)
    store.send(.reset)
    #expect(ignored.changes == 1)
  }

  @Test func replacingTheStateTellsEverybody() {
    let store = Store(initialState: Form.State()) { Form() }
    let name = Reader { store.name }
    let count = Reader { store.count }
    store.send(.reset)
    #expect(name.changes == 1)
    #expect(count.changes == 1)
  }

  @Test func aCopyTellsNobody() {
    let store = Store(initialState: Form.State()) { Form() }
    let name = Reader { store.name }
    var copy = store.state
    copy.name = "Blob"
    copy.tags.append("x")
    #expect(name.changes == 0)
    #expect(store.name == "")
    store.send(.nameChanged("Blob Jr."))
    #expect(name.changes == 1)
    #expect(copy.name == "Blob")
  }

  @Test func aCopyThatComesBackTells() {
    let store = Store(initialState: Form.State()) { Form() }
    var copy = store.state
    copy.count = 3
    let count = Reader { store.count }
    store.send(.replace(copy))
    #expect(count.changes == 1)
    #expect(store.count == 3)
  }

  // MARK: Parts

  @Test func aChangeWithinAChildIsNoChangeOfTheChild() {
    let store = Store(initialState: Family.State()) { Family() }
    let child = Reader { store.child }
    let name = Reader { store.child.name }
    let count = Reader { store.child.count }
    store.send(.child(.nameChanged("Blob")))
    #expect(child.changes == 0)
    #expect(name.changes == 1)
    #expect(count.changes == 0)
    name.read()
    store.send(.renameChild("Blob Jr."))
    #expect(child.changes == 0)
    #expect(name.changes == 2)
    #expect(count.changes == 0)
  }

  @Test(arguments: [Family.Action.replaceChild, .child(.reset)])
  func replacingAChildTellsThoseWhoObserveIt(_ action: Family.Action) {
    let store = Store(initialState: Family.State()) { Family() }
    let childStore = store.scope(\.child, action: \.child)
    let child = Reader { store.child }
    let count = Reader { store.child.count }
    let scopedCount = Reader { childStore.count }
    store.send(action)
    #expect(child.changes == 1)
    #expect(count.changes == 1)
    #expect(scopedCount.changes == 1)
  }

  @Test func swappingSiblingsTellsBoth() {
    let store = Store(initialState: Family.State()) { Family() }
    let childStore = store.scope(\.child, action: \.child)
    let child = Reader { store.child }
    let sibling = Reader { store.sibling.count }
    let scoped = Reader { childStore.count }
    store.send(.swap)
    #expect(child.changes == 1)
    #expect(sibling.changes == 1)
    #expect(scoped.changes == 1)
  }

  @Test func aDraftThatIsSavedTellsThoseWhoObserveTheOriginal() {
    let store = Store(initialState: Family.State()) { Family() }
    let childStore = store.scope(\.child, action: \.child)
    store.send(.beginDraft)
    store.send(.editDraft("Blob"))
    let name = Reader { store.child.name }
    let scopedName = Reader { childStore.name }
    store.send(.saveDraft)
    #expect(store.child.name == "Blob")
    #expect(name.changes == 1)
    #expect(scopedName.changes == 1)
  }

  @Test func anOptionalChildComesChangesAndGoes() {
    let store = Store(initialState: Family.State()) { Family() }
    let optional = Reader { store.optional == nil }
    store.send(.toggleOptional)
    #expect(optional.changes == 1)
    optional.read()
    let name = Reader { store.optional?.name }
    store.send(.optional(.nameChanged("Blob")))
    #expect(optional.changes == 0 + 1)
    #expect(name.changes == 1)
    name.read()
    store.send(.toggleOptional)
    #expect(optional.changes == 2)
    #expect(name.changes == 2)
  }

  @Test func aPresentedChildComesChangesAndGoes() {
    let store = Store(initialState: Family.State()) { Family() }
    let presented = Reader { store.presented == nil }
    store.send(.present)
    #expect(presented.changes == 1)
    presented.read()
    let name = Reader { store.presented?.name }
    let scoped = Reader { store.scope(\.presented, action: \.presented.presented) }
    store.send(.presented(.presented(.nameChanged("Blob"))))
    #expect(presented.changes == 1)
    #expect(scoped.changes == 0)
    #expect(name.changes == 1)
    name.read()
    store.send(.presented(.dismiss))
    #expect(presented.changes == 2)
    #expect(name.changes == 2)
    #expect(scoped.changes == 1)
  }

  @Test func rowsAreObservedOneByOne() {
    let store = Store(initialState: Family.State(rows: [.init(id: 0), .init(id: 1)])) { Family() }
    let rows = Reader { store.rows.count }
    let first = Reader { store.rows[id: 0]?.title }
    let second = Reader { store.rows[id: 1]?.title }
    store.send(.rows(.element(id: 0, action: .titleChanged("a"))))
    #expect(rows.changes == 0)
    #expect(first.changes == 1)
    #expect(second.changes == 0)
    first.read()
    store.send(.renameRow(0, "b"))
    #expect(rows.changes == 0)
    #expect(first.changes == 2)
    #expect(second.changes == 0)
    store.send(.addRow(2))
    #expect(rows.changes == 1)
    #expect(second.changes == 1)
  }

  @Test func replacingARowTellsThoseWhoObserveIt() {
    let store = Store(initialState: Family.State(rows: [.init(id: 0), .init(id: 1)])) { Family() }
    let row = store.scope(\.rows, action: \.rows)[0]
    let title = Reader { row.title }
    let first = Reader { store.rows[id: 0]?.title }
    store.send(.replaceRow(0))
    #expect(title.changes == 1)
    #expect(first.changes == 1)
  }

  @Test func plainPartsAreObservedToo() {
    let store = Store(initialState: Mixed.State()) { Mixed() }
    let number = Reader { store.number }
    let numbers = Reader { store.numbers }
    let plain = Reader { store.plain.value }
    store.send(.number)
    #expect(number.changes == 1)
    #expect(numbers.changes == 0)
    store.send(.numbers)
    #expect(numbers.changes == 1)
    store.send(.plain)
    #expect(plain.changes == 1)
    #expect(store.number == 1)
    #expect(store.numbers == [1])
    #expect(store.plain.value == 1)
  }

  @Test func anEnumIsObservedForItsCase() {
    let store = Store(initialState: Phase.State.loading) { Phase() }
    let state = Reader { store.state.is(\.loading) }
    store.send(.load)
    #expect(state.changes == 1)
    state.read()
    let name = Reader { store.loaded?.name }
    store.send(.rename("Blob"))
    #expect(state.changes == 1)
    #expect(name.changes == 1)
    name.read()
    store.send(.load)
    #expect(state.changes == 2)
    #expect(name.changes == 2)
  }

  @Test func anEnumWithinAStateIsObservedForItsCase() {
    let store = Store(initialState: Machine.State()) { Machine() }
    let phase = Reader { store.phase }
    let other = Reader { store.other }
    store.send(.phase(.fail))
    #expect(phase.changes == 1)
    phase.read()
    store.send(.phase(.rename("Blob")))
    #expect(phase.changes == 2)
    phase.read()
    store.send(.phase(.rename("Blob")))
    #expect(phase.changes == 2)
    store.send(.phase(.load))
    #expect(phase.changes == 3)
    phase.read()
    store.send(.phase(.rename("Blob")))
    #expect(phase.changes == 3 + payloadChange)
    let failed = Reader { store.phase }
    store.send(.fail)
    #expect(failed.changes == 1)
    #expect(other.changes == 0)
  }

  @Test nonisolated func storesElsewhereAreObservedToo() async {
    let store = StoreActor(initialState: Form.State()) { Form() }
    let changes = LockIsolated(0)
    await store.observeName { changes.withValue { $0 += 1 } }
    await store.send(.countSet(1))
    #expect(changes.value == 0)
    await store.send(.nameChanged("Blob"))
    #expect(changes.value == 1)
  }

  /// In a separate process: all observers of the process are notified, also those that other tests
  /// create.
  @Test func whenTooMuchIsObservedAllAreTold() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let count = ObservedFields.limit + 1000
        let store = Store(
          initialState: Family.State(
            rows: IdentifiedArray(uniqueElements: (0..<count).map { Row.State(id: $0) }))
        ) { Family() }
        let readers = [0, 1, count - 1].map { id in Reader { store.rows[id: id]?.title } }
        withObservationTracking {
          for row in store.rows { _ = row.title }
        } onChange: {
        }
        store.send(.renameRow(1, "b"))
        precondition(readers.map(\.changes) == [1, 1, 1])
        readers[2].read()
        store.send(.renameRow(count - 1, "c"))
        precondition(readers.map(\.changes) == [1, 1, 2])
      }
    }
  }

  // MARK: Values

  @Test func stateStaysAValue() throws {
    var state = Form.State(name: "Blob", count: 2, tags: ["a"])
    let copy = state
    #expect(state == copy)
    #expect(Form.State() == Form.State())
    #expect(Form.State().hashValue == Form.State().hashValue)
    state.count = 3
    #expect(state != copy)
    #expect(!String(customDumping: Family.State()).contains("_$"))
  }

  @Test func stateOfPlainValuesHoldsNoReferences() {
    #expect(!_isPOD(Row.State.self))
    #expect(_isPOD(Point.self))
  }

  @Test func changingACollectionInPlaceDoesNotCopyIt() {
    let store = Store(
      initialState: Family.State(
        rows: IdentifiedArray(uniqueElements: (0..<100).map { Row.State(id: $0) }))
    ) { Family() }
    let reader = Reader { store.rows.count }
    store.send(.checkRowsStay)
    #expect(reader.changes == 0)
  }
}

/// The changes of an enum that its readers are notified of when its payload changes in place: none,
/// if the runtime's metadata shows that the case is the same.
let payloadChange = RuntimeMetadata.isKnown ? 0 : 1

@MainActor
final class Reader {
  private let get: @MainActor () -> Any
  private(set) var changes = 0
  var onChange: () -> Void = {}

  init<Value>(_ get: @escaping @MainActor () -> Value) {
    self.get = { get() as Any }
    read()
  }

  func read() {
    withObservationTracking {
      _ = get()
    } onChange: { [weak self] in
      MainActor.assumeIsolated {
        self?.changes += 1
        self?.onChange()
      }
    }
  }
}

@ObservableState
private struct Point {
  var x = 0
  var y = 0.0
}

@Reducer
struct Form {
  @ObservableState
  struct State: Hashable {
    var name = ""
    var count = 0
    var tags: [String] = []
    @ObservationStateIgnored var ignored = 0
    let id = 1

    var isValid: Bool { !name.isEmpty }
  }
  enum Action {
    case nameChanged(String), countSet(Int), countSetTwice, tagAdded(String), ignoredChanged, reset
    case replace(State)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nameChanged(let name): state.name = name
      case .countSet(let count): state.count = count
      case .countSetTwice:
        state.count = 1
        state.count = 2
      case .tagAdded(let tag): state.tags.append(tag)
      case .ignoredChanged: state.ignored += 1
      case .reset: state = State()
      case .replace(let new): state = new
      }
      return .none
    }
  }
}

@Reducer
struct Row {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var title = ""
  }
  enum Action { case titleChanged(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .titleChanged(let title): state.title = title
      }
      return .none
    }
  }
}

@Reducer
struct Family {
  @ObservableState
  struct State: Equatable {
    var child = Form.State()
    var sibling = Form.State()
    var draft = Form.State()
    var optional: Form.State?
    @Presents var presented: Form.State?
    var rows: IdentifiedArrayOf<Row.State> = []
  }
  enum Action: Sendable {
    case child(Form.Action), optional(Form.Action), presented(PresentationAction<Form.Action>)
    case rows(IdentifiedActionOf<Row>)
    case renameChild(String), replaceChild, swap, toggleOptional, present
    case beginDraft, editDraft(String), saveDraft
    case renameRow(Int, String), addRow(Int), replaceRow(Int), checkRowsStay
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) { Form() }
    Reduce { state, action in
      switch action {
      case .child, .optional, .presented, .rows: break
      case .renameChild(let name): state.child.name = name
      case .replaceChild: state.child = Form.State()
      case .swap: (state.child, state.sibling) = (state.sibling, state.child)
      case .toggleOptional: state.optional = state.optional == nil ? Form.State() : nil
      case .present: state.presented = Form.State()
      case .beginDraft: state.draft = state.child
      case .editDraft(let name): state.draft.name = name
      case .saveDraft: state.child = state.draft
      case .renameRow(let id, let title): state.rows[id: id]?.title = title
      case .addRow(let id): state.rows.append(Row.State(id: id))
      case .replaceRow(let id): state.rows[id: id] = Row.State(id: id, title: "new")
      case .checkRowsStay:
        let before = state.rows.elements.withUnsafeBufferPointer(\.baseAddress)
        state.rows[id: 3]?.title = "x"
        state.rows[4].title = "y"
        #expect(state.rows.elements.withUnsafeBufferPointer(\.baseAddress) == before)
      }
      return .none
    }
    .ifLet(\.optional, action: \.optional) { Form() }
    .ifLet(\.$presented, action: \.presented) { Form() }
    .forEach(\.rows, action: \.rows) { Row() }
  }
}

@Reducer
private struct Mixed {
  struct Plain: Equatable { var value = 0 }

  @ObservableState
  struct State: Equatable {
    var number = 0
    var numbers: [Int] = []
    var plain = Plain()
  }
  enum Action { case number, numbers, plain }

  var body: some ReducerOf<Self> {
    Scope(\.number, action: \.number) {
      Reduce { state, _ in
        state += 1; return .none
      }
    }
    Scope(\.numbers, action: \.numbers) {
      Reduce { state, _ in
        state.append(1); return .none
      }
    }
    Scope(\.plain, action: \.plain) {
      Reduce { state, _ in
        state.value += 1; return .none
      }
    }
  }
}

extension StoreActor where State == Form.State, Action == Form.Action {
  fileprivate func observeName(_ onChange: @escaping @Sendable () -> Void) {
    withObservationTracking {
      _ = self.name
    } onChange: {
      onChange()
    }
  }
}

@Reducer
private struct Machine {
  @ObservableState
  struct State: Equatable {
    var phase = Phase.State.loading
    var other = 0
  }
  enum Action { case phase(Phase.Action), fail }

  var body: some ReducerOf<Self> {
    Scope(\.phase, action: \.phase) { Phase() }
    Reduce { state, action in
      if case .fail = action { state.phase = .failed }
      return .none
    }
  }
}

@Reducer
private struct Phase {
  @ObservableState
  enum State: Equatable {
    case loading
    case failed
    case named(String)
    case loaded(Form.State)
  }
  enum Action { case load, fail, rename(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .load: state = .loaded(Form.State())
      case .fail: state = .failed
      case .rename(let name):
        if state.is(\.loaded) {
          state.modify(\.loaded) { $0.name = name }
        } else {
          state = .named(name)
        }
      }
      return .none
    }
  }
}
