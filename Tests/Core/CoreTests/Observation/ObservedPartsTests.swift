import TestSupport
import Observation
import Testing

@testable import ComposableCore

/// Notifications of observers when states are replaced, put back, copied and moved.
@MainActor
@Suite struct ObservedPartsTests {
  private let store = Store(initialState: ObservedRoot()) {
    ObservedRootFeature(snapshots: Snapshots())
  }

  /// Whether an observer of the values that `read` reads is notified of a change.
  private func isNotified(
    of changes: RootChange..., reading read: @escaping @MainActor () -> some Any
  ) -> Bool {
    isNotified(ofActions: changes.map { .change($0) }, reading: read)
  }

  private func isNotified(
    ofActions actions: [ObservedRootFeature.Action], reading read: @MainActor () -> some Any
  ) -> Bool {
    let isNotified = LockIsolated(false)
    withObservationTracking {
      _ = read()
    } onChange: {
      isNotified.setValue(true)
    }
    for action in actions { store.send(action) }
    return isNotified.value
  }

  private func prepare(_ changes: NodeChange...) {
    for change in changes { store.send(.change(.node(change))) }
  }

  // MARK: Arrays

  @Test func aChangeOfOneElementOfAnArrayConcernsItsReadersOnly() {
    prepare(.appendElement(id: 1), .appendElement(id: 2))
    let increment = RootChange.node(.leaf(.element(0), .increment))
    #expect(!isNotified(of: increment) { store.node.array.count })
    #expect(!isNotified(of: increment) { store.node.array[1].number })
    #expect(!isNotified(of: increment) { store.node.array[0].text })
    #expect(isNotified(of: increment) { store.node.array[0].number })
    #expect(isNotified(of: .node(.appendElement(id: 3))) { store.node.array.count })
    #expect(isNotified(of: .node(.swapElements(0, 1))) { store.node.array[0].number })
  }

  @Test func aChangeOfOneValueOfADictionaryConcernsItsReadersOnly() {
    prepare(.setEntry(1, id: 1), .setEntry(2, id: 2))
    let increment = RootChange.node(.leaf(.entry(1), .increment))
    #expect(!isNotified(of: increment) { store.node.table[2]?.number })
    #expect(isNotified(of: increment) { store.node.table[1]?.number })
    #expect(isNotified(of: .node(.removeEntry(2))) { store.node.table.count })
  }

  // MARK: Copies

  @Test func replacingAChildDoesNotConcernReadersOfACopyOfIt() {
    prepare(.copy(.leaf, to: .other))
    let replace = RootChange.node(.assign(.leaf, number: 7))
    #expect(!isNotified(of: replace) { store.node.other.number })
    #expect(isNotified(of: replace) { store.node.leaf.number })
  }

  @Test func changingAChildDoesNotConcernReadersOfACopyOfIt() {
    for copy in [LeafPlace.other, .optional, .presented] {
      prepare(.copy(.leaf, to: copy))
      let increment = RootChange.node(.leaf(.leaf, .increment))
      #expect(!isNotified(of: increment) { copy.leaf(in: store.node)?.number })
      #expect(isNotified(of: .node(.leaf(copy, .increment))) { copy.leaf(in: store.node)?.number })
    }
    store.send(.change(.copyNode))
    #expect(!isNotified(of: .node(.leaf(.leaf, .increment))) { store.backup.leaf.number })
  }

  @Test func storesThatBeginWithTheSameStateAreObservedApart() {
    let state = ObservedRoot()
    let first = Store(initialState: state) { ObservedRootFeature(snapshots: Snapshots()) }
    let second = Store(initialState: state) { ObservedRootFeature(snapshots: Snapshots()) }
    let isNotified = LockIsolated(false)
    withObservationTracking {
      _ = first.number
      _ = first.node.leaf.number
    } onChange: {
      isNotified.setValue(true)
    }
    second.send(.change(.number(1)))
    second.send(.node(.leaf(.increment)))
    #expect(!isNotified.value)
    first.send(.node(.leaf(.increment)))
    #expect(isNotified.value)
  }

  @Test func changingACopyInALocalVariableHidesNoChangeOfTheChild() {
    #expect(isNotified(of: .node(.incrementAndResetCopy)) { store.node.leaf.number })
    #expect(store.node.leaf.number == 1)
  }

  // MARK: Snapshots

  @Test func reduce_stateIsReplacedByACopyOfAnother_notifiesItsReaders() {
    prepare(.save(0))
    let change = ObservedRootFeature.Action.backup(.change(.restoreAndIncrement(0)))
    #expect(isNotified(ofActions: [change]) { store.backup.leaf.number })
    #expect(isNotified(of: .node(.leaf(.leaf, .increment))) { store.node.leaf.number })
    #expect(!isNotified(of: .node(.leaf(.leaf, .increment))) { store.backup.leaf.number })
  }

  @Test func reduce_stateIsReplacedByAnEarlierCopy_notifiesReadersOfWhatDiffers() {
    store.send(.change(.node(.insertRow(id: 1, at: 0))))
    store.send(.change(.node(.setEntry(1, id: 1))))
    store.send(.change(.save(0)))
    let changes: [RootChange] = [
      .node(.leaf(.leaf, .increment)), .node(.leaf(.row(id: 1), .text("new"))),
      .node(.leaf(.entry(1), .increment)), .number(5),
    ]
    func change() { for change in changes { store.send(.change(change)) } }

    change()
    #expect(isNotified(of: .restore(0)) { store.number })
    change()
    #expect(isNotified(of: .restore(0)) { store.node.leaf.number })
    change()
    #expect(isNotified(of: .restore(0)) { store.node.rows[id: 1]?.text })
    change()
    #expect(isNotified(of: .restore(0)) { store.node.table[1]?.number })

    let leaf = store.scope(\.node, action: \.node).scope(\.leaf, action: \.leaf)
    let row = store.scope(\.node, action: \.node).scope(\.rows, action: \.rows)[0]
    change()
    #expect(isNotified(of: .restore(0)) { leaf.number })
    change()
    #expect(isNotified(of: .restore(0)) { row.text })
  }

  @Test func aSnapshotOfAPartConcernsReadersOfWhatDiffers() {
    prepare(.save(0), .leaf(.leaf, .increment))
    #expect(isNotified(of: .assignSavedNode(0)) { store.node.leaf.number })
    prepare(.leaf(.leaf, .increment))
    #expect(isNotified(of: .assignSavedNodeThroughKeyPath(0)) { store.node.leaf.number })
    prepare(.leaf(.leaf, .increment))
    #expect(isNotified(of: .node(.restore(0))) { store.node.leaf.number })
  }

  /// In a process of its own: other tests observe, and an element that is replaced while nothing is
  /// observed has another identity than in the snapshot.
  @Test func assign_elementWasReplacedUnobserved_notifiesItsReaders() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let snapshots = Snapshots()
        let store = Store(initialState: ObservedRoot()) {
          ObservedRootFeature(snapshots: snapshots)
        }
        store.send(.change(.node(.insertRow(id: 1, at: 0))))
        store.send(.change(.node(.save(0))))
        store.send(.change(.node(.leaf(.row(id: 1), .replace(number: 7)))))
        let isNotified = LockIsolated(false)
        withObservationTracking {
          precondition(store.node.rows[id: 1]?.number == 7)
        } onChange: {
          isNotified.setValue(true)
        }
        store.send(.change(.assignSavedNode(0)))
        precondition(store.node.rows[id: 1]?.number != 7)
        precondition(isNotified.value)
      }
    }
  }

  /// In a process of its own, for the same reason.
  @Test(arguments: [false, true])
  func put_elementWasReplacedUnobserved_notifiesItsReaders(isOfStack: Bool) async {
    await #expect(processExitsWith: .success) { [isOfStack = isOfStack as Bool] in
      await MainActor.run {
        let place = isOfStack ? LeafPlace.screen(0) : .row(id: 1)
        let snapshots = Snapshots()
        let store = Store(initialState: ObservedRoot()) {
          ObservedRootFeature(snapshots: snapshots)
        }
        let changes: [NodeChange] = [
          .insertRow(id: 1, at: 0), .push(id: 1), .save(0), .leaf(place, .replace(number: 7)),
        ]
        for change in changes { store.send(.change(.node(change))) }
        let isNotified = LockIsolated(false)
        withObservationTracking {
          precondition(place.leaf(in: store.node)?.number == 7)
        } onChange: {
          isNotified.setValue(true)
        }
        store.send(.change(.node(isOfStack ? .putSavedScreens(0) : .putSavedRows(0))))
        precondition(place.leaf(in: store.node)?.number == 0)
        precondition(isNotified.value)
      }
    }
  }

  @Test func states_createdApart_areEqual() {
    #expect(ObservedLeaf(id: 1) == ObservedLeaf(id: 1))
    #expect(ObservedLeaf(id: 1) != ObservedLeaf(id: 1, number: 1))
  }

  @Test(arguments: [
    LeafPlace.optional, .presented, .phase, .row(id: 1), .element(0), .screen(0), .entry(1),
  ])
  func assign_childOfASnapshotDiffers_notifiesItsReaders(place: LeafPlace) {
    prepare(
      .putOptional(number: 1), .putPresented(number: 1), .assign(.phase, number: 1),
      .insertRow(id: 1, at: 0), .appendElement(id: 1), .push(id: 1), .setEntry(1, id: 1))
    for change in [
      RootChange.assignSavedNode(0), .assignSavedNodeThroughKeyPath(0), .node(.restore(0)),
    ] {
      prepare(.save(0), .leaf(place, .increment))
      #expect(isNotified(of: change) { leaf(at: place, \.number) })
      prepare(.save(0), .leaf(place, .text("new")))
      #expect(isNotified(of: change) { leaf(at: place, \.text) })
    }
  }

  private func leaf<Value>(at place: LeafPlace, _ field: KeyPath<ObservedLeaf, Value>) -> Value? {
    switch place {
    case .optional: store.node.optional?[keyPath: field]
    case .presented: store.node.presented?[keyPath: field]
    case .phase: store.node.phase.leaf?[keyPath: field]
    case .row(let id): store.node.rows[id: id]?[keyPath: field]
    case .element(let index): store.node.array[index][keyPath: field]
    case .screen(let index): store.node.stack[index][keyPath: field]
    case .entry(let key): store.node.table[key]?[keyPath: field]
    default: nil
    }
  }

  @Test func identifiedArray_elementIsReplacedByACopyOfAnotherState_notifiesItsReaders() {
    prepare(.leaf(.leaf, .save(0)), .insertRow(id: 1, at: 0))
    let change = RootChange.node(.leaf(.row(id: 1), .restoreAndIncrement(0)))
    #expect(isNotified(of: change) { store.node.rows[id: 1]?.number })
  }

  // MARK: Collections

  @Test(arguments: [
    NodeChange.updateRow(id: 1, number: 8), .updateOrInsertRow(id: 1, number: 8),
    .replaceRow(id: 1, number: 8), .assign(.rowAt(0), number: 8),
  ])
  func replacingAnElementConcernsReadersOfWhatDiffers(_ change: NodeChange) {
    prepare(.insertRow(id: 1, at: 0), .insertRow(id: 2, at: 1))
    let row = store.scope(\.node, action: \.node).scope(\.rows, action: \.rows)[0]
    // An element that is replaced through an `inout` parameter is gone when that can be seen.
    let isReplacedInPlace = if case .assign = change { true } else { false }
    #expect(isNotified(of: .node(change)) { store.node.rows[id: 1]?.text } == isReplacedInPlace)
    prepare(.updateRow(id: 1, number: 0))
    #expect(!isNotified(of: .node(change)) { store.node.rows[id: 2]?.number })
    prepare(.updateRow(id: 1, number: 0))
    #expect(isNotified(of: .node(change)) { store.node.rows[id: 1]?.number })
    prepare(.updateRow(id: 1, number: 0))
    #expect(isNotified(of: .node(change)) { row.number })
    prepare(.updateRow(id: 1, number: 0))
    #expect(isNotified(of: .node(change)) { row.text } == isReplacedInPlace)
  }

  @Test func anElementThatReplacedItselfDiffersFromASnapshotOfItsCollection() {
    prepare(.insertRow(id: 1, at: 0), .push(id: 2))
    store.send(.change(.save(0)))
    store.send(.node(.rows(.element(id: 1, action: .replace(number: 8)))))
    #expect(isNotified(of: .restore(0)) { store.node.rows[id: 1]?.number })
    store.send(.node(.rows(.element(id: 1, action: .replace(number: 8)))))
    #expect(isNotified(of: .restore(0)) { store.node.rows[0].number })

    let screen = store.node.stack.ids[0]
    store.send(.node(.stack(.element(id: screen, action: .replace(number: 8)))))
    #expect(isNotified(of: .restore(0)) { store.node.stack[0].number })
    store.send(.node(.stack(.element(id: screen, action: .replace(number: 8)))))
    #expect(isNotified(of: .restore(0)) { store.node.stack[id: screen]?.number })
  }

  /// In a process of its own, where no other test observes anything.
  @Test func anElementThatIsReplacedWhileNothingIsObservedDiffersFromASnapshot() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let replacements: [ObservedRootFeature.Action] = [
          .node(.rows(.element(id: 1, action: .replace(number: 8)))),
          .change(.node(.replaceRow(id: 1, number: 8))),
          .change(.node(.updateRow(id: 1, number: 8))),
          .change(.node(.updateOrInsertRow(id: 1, number: 8))),
        ]
        for action in replacements {
          let store = Store(initialState: ObservedRoot()) {
            ObservedRootFeature(snapshots: Snapshots())
          }
          store.send(.change(.node(.insertRow(id: 1, at: 0))))
          store.send(.change(.save(0)))
          store.send(action)
          let isNotified = LockIsolated(false)
          withObservationTracking {
            precondition(store.node.rows[id: 1]?.number == 8)
          } onChange: {
            isNotified.setValue(true)
          }
          store.send(.change(.restore(0)))
          precondition(store.node.rows[id: 1]?.number == 0)
          precondition(isNotified.value, "\(action)")
        }
      }
    }
  }

  @Test func aFeatureWhoseStateIsACollectionOrAnOptionalConcernsReadersOfIt() {
    struct Rows: Reducer {
      var body: some Reducer<IdentifiedArrayOf<ObservedLeaf>, Int> {
        Reduce { rows, id in
          rows = rows.count < 2 ? rows + [ObservedLeaf(id: id)] : [ObservedLeaf(id: id)]
          return .none
        }
      }
    }
    struct Leaf: Reducer {
      var body: some Reducer<ObservedLeaf?, Int> {
        Reduce { leaf, id in
          leaf = id == 0 ? nil : ObservedLeaf(id: id)
          return .none
        }
      }
    }
    struct Feature: Reducer {
      var body: some Reducer<ObservedNode, Int> {
        Scope(state: \.rows, action: \.self) { Rows() }
        Scope(state: \.optional, action: \.self) { Leaf() }
      }
    }
    let store = Store(initialState: ObservedNode()) { Feature() }
    func isNotified(of id: Int, reading read: () -> some Any) -> Bool {
      let isNotified = LockIsolated(false)
      withObservationTracking {
        _ = read()
      } onChange: {
        isNotified.setValue(true)
      }
      store.send(id)
      return isNotified.value
    }
    #expect(isNotified(of: 1) { store.rows.ids })
    #expect(isNotified(of: 2) { store.rows.ids })
    #expect(isNotified(of: 3) { store.rows.ids })
    #expect(isNotified(of: 0) { store.optional != nil })
    #expect(!isNotified(of: 0) { store.optional != nil })
    #expect(isNotified(of: 1) { store.optional != nil })
    #expect(!isNotified(of: 2) { store.number })
  }

  @Test func mutate_rowsWithTheSameIDs_doesNotNotifyReadersOfTheIDs() {
    prepare(.insertRow(id: 1, at: 0), .reloadRows, .save(1))
    #expect(!isNotified(of: .node(.reloadRows)) { store.node.rows.ids })
    #expect(!isNotified(of: .node(.assignSavedRows(1))) { store.node.rows.ids })
    #expect(
      !isNotified(of: .node(.reloadRows), .node(.assignSavedRows(1))) { store.node.rows.ids })
  }

  @Test func aStackThatGrowsOrIsSortedConcernsItsReaders() {
    #expect(isNotified(of: .node(.push(id: 1))) { store.node.stack.count })
    prepare(.push(id: 2), .leaf(.screen(0), .increment))
    #expect(isNotified(of: .node(.sortScreens)) { store.node.stack[0].number })
    #expect(!isNotified(of: .node(.sortScreens)) { store.node.stack[0].number })
    #expect(isNotified(of: .node(.pop)) { store.node.stack.count })
  }

  @Test func mutate_changeIsTakenBackWithinAnAction_notifies() {
    let touch = RootChange.node(.leaf(.leaf, .touch))
    #expect(isNotified(of: touch) { store.node.leaf.number })
  }

  @Test func aChildThatAppearsInPlaceConcernsReadersOfItsAbsence() {
    #expect(isNotified(of: .node(.putOptional(number: 1))) { store.node.optional != nil })
    #expect(isNotified(of: .node(.putPresented(number: 1))) { store.node.presented != nil })
    #expect(isNotified(of: .node(.putOptional(number: 2))) { store.node.optional?.number })
    #expect(isNotified(of: .node(.putPresented(number: 2))) { store.node.presented?.number })
  }

  // MARK: Earlier copies

  @Test func access_copyOfAnEarlierStateIsObserved_hidesNoChange() {
    let before = store.state
    store.send(.change(.number(1)))
    withObservationTracking {
      _ = before.number
    } onChange: {
    }
    #expect(isNotified(of: .number(0)) { store.number })
  }

  @Test func readsThatAreNotObservedLeaveNothingBehind() {
    prepare(.insertRow(id: 1, at: 0))
    let row = store.node.rows[0]
    _ = store.node.rows[0].number
    #expect(!ObservedFields.keepsFields(of: row._$id.location))
  }
}
