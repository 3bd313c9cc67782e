import Observation
import TestSupport
import Testing

@testable import ComposableCore

/// Notifications of observers when a state is replaced by one with another identity, or by an
/// earlier one with the same identity, in ways that the accessors of its parent do not see.
@MainActor
@Suite struct ReplacedIdentityTests {
  /// Whether an observer is notified while `change` runs.
  private func isNotified(_ read: () -> some Any, by change: () -> Void) -> Bool {
    let isNotified = LockIsolated(false)
    withObservationTracking {
      _ = read()
    } onChange: {
      isNotified.setValue(true)
    }
    change()
    return isNotified.value
  }

  // MARK: Presented states

  @Test func presentationState_assignedItself_keepsItsObservers() {
    let store = Store(initialState: ObservedNode()) { Change<ObservedNode>.reducer() }
    store.send(Change { $0.presented = ObservedLeaf(id: 1) })
    let isNotified = isNotified {
      store.presented?.number
    } by: {
      store.send(Change { $0.presentedWrapper = $0.presentedWrapper })
      store.send(Change { $0.presented?.number += 1 })
    }
    #expect(isNotified)
  }

  @Test func presentationState_assignedAnEarlierOne_notifiesReaders() {
    let store = Store(initialState: ObservedNode()) { Change<ObservedNode>.reducer() }
    store.send(Change { $0.presented = ObservedLeaf(id: 1) })
    let saved = store.state.presentedWrapper
    store.send(Change { $0.presented?.number += 1 })
    let isNotified = isNotified {
      store.presented?.number
    } by: {
      store.send(Change { $0.presentedWrapper = saved })
    }
    #expect(isNotified)
  }

  @Test func presentation_inANestedState_notifiesOfItsDismissal() {
    let store = Store(initialState: ObservedRoot()) {
      NestedPresentation()
    }
    // The first action looks for the wrapper, which changes a copy.
    for _ in 1...2 {
      store.send(.show)
      store.send(.leaf(.dismiss))
    }
    store.send(.show)
    let isNotified = isNotified {
      store.node.presented != nil
    } by: {
      store.send(.leaf(.dismiss))
    }
    #expect(isNotified)
    #expect(store.node.presented == nil)
  }

  // MARK: Whole states

  @Test func onChange_replacesTheState_notifiesReaders() {
    var saved: ObservedLeaf?
    let store = Store(initialState: ObservedLeaf(id: 1)) {
      Change<ObservedLeaf>.reducer().onChange(of: \.text) { _, state in
        if let saved { state = saved }
        return .none
      }
    }
    store.send(Change { saved = $0 })
    store.send(Change { $0.number += 1 })
    let isNotified = isNotified {
      store.number
    } by: {
      store.send(Change { $0.text = "undo" })
    }
    #expect(isNotified)
    #expect(store.number == 0)
  }

  @Test func stateWithinAPlainState_replacedByAnEarlierOne_notifiesReaders() {
    let store = Store(initialState: PlainParent()) { PlainParentFeature() }
    let leaf = store.scope(state: \.part.leaf, action: \.leaf)
    store.send(.change(Change { $0.saved = $0.part.leaf }))
    for number in 1...3 {
      store.send(.change(Change { $0.part.leaf.number = number }))
      let isNotified = isNotified {
        leaf.number
      } by: {
        store.send(.change(Change { state in state.saved.map { state.part.leaf = $0 } }))
      }
      #expect(isNotified)
      #expect(leaf.number == 0)
    }
  }

  @Test func stateWithinAPlainState_copyChangedOutside_notifiesNoReaderOfTheStore() {
    let store = Store(initialState: PlainParent()) { PlainParentFeature() }
    let leaf = store.scope(state: \.part.leaf, action: \.leaf)
    var copy = store.state
    let isNotified = isNotified {
      leaf.number
    } by: {
      copy.part.leaf.number += 1
    }
    #expect(!isNotified)
  }

  // MARK: Elements

  @Test(arguments: RestoredRow.allCases)
  func element_earlierOneInserted_notifiesReadersOfItsStore(restored: RestoredRow) {
    let store = Store(initialState: ObservedRoot()) { RowsFeature() }
    store.send(.change(Change { $0.node.rows = [ObservedLeaf(id: 1)] }))
    let saved = store.state.node.rows[0]
    let row = store.scope(state: \.node.rows, action: \.rows)[0]
    store.send(.change(Change { $0.node.rows[0].text = "new" }))
    let isNotified = isNotified {
      row.text
    } by: {
      store.send(.change(Change { restored.restore(saved, in: &$0.node.rows) }))
    }
    #expect(isNotified)
    #expect(store.node.rows[id: 1]?.text == "")
  }
}

/// How a reducer puts an earlier row back.
enum RestoredRow: CaseIterable, Sendable {
  case range, position, inserted, appended

  fileprivate func restore(_ row: ObservedLeaf, in rows: inout IdentifiedArrayOf<ObservedLeaf>) {
    switch self {
    case .range: rows.replaceSubrange(0..<1, with: [row])
    case .position:
      rows[0] = ObservedLeaf(id: 9)
      rows[0] = row
    case .inserted:
      rows.remove(id: row.id)
      rows.insert(row, at: 0)
    case .appended:
      rows.removeAll()
      rows.append(row)
    }
  }
}

/// Presents a leaf in a state below its own.
private struct NestedPresentation: Reducer {
  enum Action: CasePathable {
    case show
    case leaf(PresentationAction<Int>)

    struct AllCasePaths: Sendable {
      var leaf: AnyCasePath<Action, PresentationAction<Int>> {
        AnyCasePath(embed: Action.leaf) { if case .leaf(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<ObservedRoot, Action> {
    Reduce { state, action in
      if case .show = action { state.node.presented = ObservedLeaf(id: 1) }
      return .none
    }
    .ifLet(\.node.presentedWrapper, action: \.leaf) { EmptyReducer<ObservedLeaf, Int>() }
  }
}

/// A list of rows in a state below its own.
private struct RowsFeature: Reducer {
  enum Action: CasePathable {
    case change(Change<ObservedRoot>)
    case rows(IdentifiedAction<Int, Int>)

    struct AllCasePaths: Sendable {
      var rows: AnyCasePath<Action, IdentifiedAction<Int, Int>> {
        AnyCasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<ObservedRoot, Action> {
    Reduce { state, action in
      if case .change(let change) = action { change.apply(&state) }
      return .none
    }
  }
}

/// A state that is not observable, with one within that is.
private struct PlainParent {
  struct Part { var leaf = ObservedLeaf(id: 1) }

  var part = Part()
  var saved: ObservedLeaf?
}

private struct PlainParentFeature: Reducer {
  enum Action: CasePathable {
    case change(Change<PlainParent>)
    case leaf(Int)

    struct AllCasePaths: Sendable {
      var leaf: AnyCasePath<Action, Int> {
        AnyCasePath(embed: Action.leaf) { if case .leaf(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<PlainParent, Action> {
    Reduce { state, action in
      if case .change(let change) = action { change.apply(&state) }
      return .none
    }
  }
}
