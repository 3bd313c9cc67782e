import ComposableCore
import Testing

/// Identities of states, which observers that come later depend on.
@Suite struct UnobservedStateTests {
  private enum Assignment { case same, copy, collections }

  private struct Feature: Reducer {
    func reduce(into state: inout ObservedNode, action: Assignment) -> Effect<Assignment> {
      switch action {
      case .same:
        let leaf = state.leaf
        state.leaf = leaf
      case .copy: state.other = state.leaf
      case .collections:
        state.array = state.array.reversed()
        state.rows = IdentifiedArray(uniqueElements: state.rows.reversed())
        state.table = [2: state.table[1], 1: state.table[2]].compactMapValues { $0 }
        var stack = state.stack
        stack.append(ObservedLeaf(id: 9))
        state.stack = stack
      }
      return .none
    }
  }

  /// In a process of its own, where nothing is observed.
  @Test func assign_whileNothingIsObserved_givesOnlyCopiesNewIdentities() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let leaves = (1...2).map { ObservedLeaf(id: $0) }
        var initialState = ObservedNode()
        initialState.array = leaves
        initialState.rows = IdentifiedArray(uniqueElements: leaves)
        initialState.table = [1: leaves[0], 2: leaves[1]]
        initialState.stack = StackState(leaves)
        let store = Store(initialState: initialState) { Feature() }
        @MainActor func state() -> ObservedNode { store.withState { $0 } }

        var before = state()
        store.send(.same)
        precondition(state().leaf._$id == before.leaf._$id)
        store.send(.copy)
        precondition(state().leaf._$id == before.leaf._$id)
        precondition(state().other == before.leaf)
        precondition(state().other._$id != before.leaf._$id)

        before = state()
        store.send(.collections)
        precondition(state().array.map(\._$id) == before.array.reversed().map(\._$id))
        precondition(state().rows.map(\._$id) == before.rows.reversed().map(\._$id))
        precondition(state().table[1]?._$id == before.table[2]?._$id)
        precondition(state().table[2]?._$id == before.table[1]?._$id)
        precondition(state().stack.map(\._$id).prefix(2) == before.stack.map(\._$id)[...])

        // A copy of a store's state is another state once it is changed.
        var copy = state()
        copy.leaf = ObservedLeaf(id: 8)
        precondition(copy._$id != state()._$id)
        var own = ObservedNode()
        let id = own._$id
        own.leaf = ObservedLeaf(id: 8)
        precondition(own._$id == id)
      }
    }
  }
}
