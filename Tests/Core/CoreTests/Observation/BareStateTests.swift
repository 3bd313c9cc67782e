import TestSupport
import Observation
import Testing

@testable import ComposableCore

/// Observation of states that are in no store.
@Suite struct BareStateTests {
  @Test func aChangeNotifiesTheReadersOfTheField() {
    var leaf = ObservedLeaf(id: 1)
    #expect(isNotified(of: { $0.number += 1 }, in: &leaf) { $0.number })
    #expect(isNotified(of: { $0.number = 7 }, in: &leaf) { $0.number })
    #expect(isNotified(of: { $0.text += "a" }, in: &leaf) { $0.text })
    #expect(isNotified(of: { $0.numbers.append(1) }, in: &leaf) { $0.numbers })
    #expect(isNotified(of: { $0[keyPath: \.number] = 8 }, in: &leaf) { $0.number })
    #expect(!isNotified(of: { $0.number += 1 }, in: &leaf) { $0.text })
    #expect(!isNotified(of: { $0.number = $0.number }, in: &leaf) { $0.number })
    #expect(leaf.number == 9)
  }

  @Test func aChangeOfAChildIsNoChangeOfTheChild() {
    var node = ObservedNode()
    #expect(isNotified(of: { $0.leaf.number += 1 }, in: &node) { $0.leaf.number })
    #expect(!isNotified(of: { $0.leaf.number += 1 }, in: &node) { $0.leaf })
    #expect(!isNotified(of: { $0.leaf.number += 1 }, in: &node) { $0.other.number })
  }

  @Test func anotherChildIsAChangeOfTheChild() {
    var node = ObservedNode()
    let child = node.leaf
    #expect(
      !isNotified(of: { $0.leaf = ObservedLeaf(id: 1, number: 4) }, in: &node) { _ in child.number }
    )
    #expect(isNotified(of: { $0.leaf = ObservedLeaf(id: 1, number: 4) }, in: &node) { $0.leaf })
    let replace = { (node: inout ObservedNode) in put(ObservedLeaf(id: 1), to: &node.leaf) }
    #expect(isNotified(of: replace, in: &node) { $0.leaf })
    #expect(!isNotified(of: { $0.leaf = $0.leaf }, in: &node) { $0.leaf })
  }

  @Test func siblingsThatAreSwappedAreOthers() {
    var node = ObservedNode()
    let swap = { (node: inout ObservedNode) in (node.leaf, node.other) = (node.other, node.leaf) }
    #expect(isNotified(of: swap, in: &node) { $0.leaf })
    #expect(isNotified(of: swap, in: &node) { $0.other })
    #expect(node.leaf.id == 1)
  }

  @Test func aChildThatIsReplacedByAChangedCopyOfItIsAChange() {
    var node = ObservedNode()
    let child = node.leaf
    var copy = child
    copy.number = 2
    node.other = copy
    #expect(isNotified(of: { put($0.other, to: &$0.leaf) }, in: &node) { $0.leaf.number })
    #expect(node.leaf.number == 2)
  }

  @Test func optionalsArePresentedChangedAndDismissed() {
    var node = ObservedNode()
    for path in [\ObservedNode.optional, \.presented] {
      #expect(
        isNotified(of: { $0[keyPath: path] = ObservedLeaf(id: 3) }, in: &node) { $0[keyPath: path] }
      )
      #expect(!isNotified(of: { $0[keyPath: path]?.number += 1 }, in: &node) { $0[keyPath: path] })
      let copy = node[keyPath: path]
      #expect(isNotified(of: { $0[keyPath: path]?.number += 1 }, in: &node) { _ in copy?.number })
      #expect(isNotified(of: { $0[keyPath: path] = nil }, in: &node) { $0[keyPath: path] })
    }
  }

  @Test func enumsAreObservedForTheirCase() {
    var node = ObservedNode()
    let leaf = ObservedLeaf(id: 5)
    #expect(isNotified(of: { $0.phase = .named("a") }, in: &node) { $0.phase })
    #expect(isNotified(of: { $0.phase = .named("b") }, in: &node) { $0.phase })
    #expect(!isNotified(of: { $0.phase = .named("b") }, in: &node) { $0.phase })
    #expect(isNotified(of: { $0.phase = .loaded(leaf) }, in: &node) { $0.phase })
  }

  @Test func elementsAreObservedOneByOne() {
    var node = ObservedNode()
    #expect(isNotified(of: { $0.rows.append(ObservedLeaf(id: 1)) }, in: &node) { $0.rows })
    node.rows.append(ObservedLeaf(id: 2))
    #expect(!isNotified(of: { $0.rows[0].number += 1 }, in: &node) { $0.rows })
    #expect(!isNotified(of: { $0.rows[0].number += 1 }, in: &node) { $0.rows[0] })
    #expect(isNotified(of: { $0.rows[0].number += 1 }, in: &node) { $0.rows[0].number })
    #expect(isNotified(of: { $0.rows[id: 1]?.number += 1 }, in: &node) { $0.rows[0].number })
    #expect(!isNotified(of: { $0.rows[0].number += 1 }, in: &node) { $0.rows[1].number })

    #expect(isNotified(of: { $0.array.append(ObservedLeaf(id: 1)) }, in: &node) { $0.array })
    #expect(!isNotified(of: { $0.array[0].number += 1 }, in: &node) { $0.array })
    #expect(isNotified(of: { $0.array[0].number += 1 }, in: &node) { $0.array[0].number })

    #expect(isNotified(of: { $0.stack.append(ObservedLeaf(id: 1)) }, in: &node) { $0.stack })
    #expect(!isNotified(of: { $0.stack[0].number += 1 }, in: &node) { $0.stack })
    #expect(isNotified(of: { $0.stack[0].number += 1 }, in: &node) { $0.stack[0].number })
  }

  @MainActor @Test func aCopyOfWhatAStoreHoldsHasNoObservers() {
    let store = Store(initialState: ObservedRoot()) { ObservedRootFeature(snapshots: Snapshots()) }
    store.send(.change(.node(.insertRow(id: 1, at: 0))))
    var copy = store.state
    let change = { (root: inout ObservedRoot) in
      root.number += 1
      root.node.leaf.number += 1
      root.node.rows[0].number += 1
    }
    #expect(!isNotified(of: change, in: &copy) { _ in store.number })
    copy = store.state
    #expect(!isNotified(of: change, in: &copy) { _ in store.node.leaf.number })
    copy = store.state
    #expect(!isNotified(of: change, in: &copy) { _ in store.node.rows[0].number })
    #expect(copy.node.rows[0].number == 1)
  }
}

/// Whether an observer of the values that `read` reads is notified while `change` runs.
private func isNotified<State>(
  of change: (inout State) -> Void, in state: inout State, reading read: (State) -> some Any
) -> Bool {
  let isNotified = LockIsolated(false)
  withObservationTracking {
    _ = read(state)
  } onChange: {
    isNotified.setValue(true)
  }
  change(&state)
  return isNotified.value
}

/// Assigns as code does that knows nothing of the types.
private func put<Value>(_ new: Value, to value: inout Value) {
  value = new
}
