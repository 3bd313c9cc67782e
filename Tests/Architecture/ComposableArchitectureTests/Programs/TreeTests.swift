import ComposableArchitecture
import Foundation
import Testing

/// A feature that contains itself: in a list, and as a presented child.
@MainActor
@Suite struct TreeTests {
  @Test func recursion_inAList_reachesEveryDepth() async {
    let store = TestStore(initialState: TreeNode.State(id: UUID(-1))) {
      TreeNode()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.addButtonTapped) {
      $0.nodes.append(TreeNode.State(id: UUID(0)))
    }
    await store.send(.nodes(.element(id: UUID(0), action: .addButtonTapped))) {
      $0.nodes[id: UUID(0)]?.nodes.append(TreeNode.State(id: UUID(1)))
    }
    await store.send(
      \.nodes[id: UUID(0)].nodes[id: UUID(1)].nameChanged, "Deep"
    ) {
      $0.nodes[id: UUID(0)]?.nodes[id: UUID(1)]?.name = "Deep"
    }
    await store.send(.nodes(.element(id: UUID(0), action: .deleted([0])))) {
      $0.nodes[id: UUID(0)]?.nodes = []
    }
  }

  @Test func recursion_inAPresentation_dismissesItsInnermost() async {
    let store = TestStore(initialState: TreeNode.State(id: UUID(-1))) {
      TreeNode()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.previewButtonTapped) {
      $0.preview = TreeNode.State(id: UUID(0))
    }
    await store.send(\.preview.previewButtonTapped) {
      $0.preview?.preview = TreeNode.State(id: UUID(1))
    }
    await store.send(.preview(.presented(.preview(.presented(.closeButtonTapped)))))
    await store.receive(\.preview.preview.dismiss) {
      $0.preview?.preview = nil
    }
    await store.send(.preview(.dismiss)) { $0.preview = nil }
  }

  @Test func recursion_ofStores_readsItsOwnRows() throws {
    let store = Store(initialState: TreeNode.State(id: UUID(-1))) {
      TreeNode()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    store.send(.addButtonTapped)
    store.send(.addButtonTapped)
    let rows = Array(store.scope(state: \.nodes, action: \.nodes))
    #expect(rows.map(\.id) == [UUID(0), UUID(1)])
    rows[1].send(.addButtonTapped)
    let inner = try #require(rows[1].scope(state: \.nodes, action: \.nodes).first)
    inner.send(.nameChanged("Leaf"))
    #expect(store.nodes[1].nodes.first?.name == "Leaf")
  }
}

@Reducer
struct TreeNode {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: UUID
    var name = ""
    var nodes: IdentifiedArrayOf<State> = []
    @Presents var preview: State?
  }

  enum Action {
    case addButtonTapped
    case closeButtonTapped
    case deleted(IndexSet)
    case nameChanged(String)
    case previewButtonTapped
    indirect case nodes(IdentifiedActionOf<TreeNode>)
    indirect case preview(PresentationAction<Action>)
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.nodes.append(State(id: uuid()))
        return .none
      case .closeButtonTapped:
        return .run { _ in await dismiss() }
      case .deleted(let offsets):
        state.nodes.remove(atOffsets: offsets)
        return .none
      case .nameChanged(let name):
        state.name = name
        return .none
      case .previewButtonTapped:
        state.preview = State(id: uuid())
        return .none
      case .nodes, .preview:
        return .none
      }
    }
    .ifLet(\.$preview, action: \.preview) { Self() }
    .forEach(\.nodes, action: \.nodes) { Self() }
  }
}
