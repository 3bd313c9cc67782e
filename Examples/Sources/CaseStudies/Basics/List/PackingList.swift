import ComposableArchitecture
import Foundation

/// A list whose rows are features, which can be added, moved and deleted.
@Reducer
struct PackingList {
  @ObservableState
  struct State: Equatable {
    var items: IdentifiedArrayOf<PackingItem.State> = []
    var selection: PackingItem.State.ID?
  }

  enum Action {
    case addButtonTapped(title: String)
    case deleteButtonTapped
    case items(IdentifiedActionOf<PackingItem>)
    case moveButtonTapped(offset: Int)
    case selectionMoved(offset: Int)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped(let title):
        let item = PackingItem.State(id: uuid(), title: title)
        state.items.append(item)
        state.selection = item.id
        return .none

      case .deleteButtonTapped:
        guard let id = state.selection, let index = state.items.index(id: id)
        else { return .none }
        state.items.remove(id: id)
        // The next row takes the place of the one that is gone.
        state.selection = (state.items.elements.dropFirst(index).first ?? state.items.last)?.id
        return .none

      case .items:
        return .none

      case .moveButtonTapped(let offset):
        guard let index = state.index(offset: offset), let source = state.index(offset: 0)
        else { return .none }
        state.items.swapAt(source, index)
        return .none

      case .selectionMoved(let offset):
        guard let index = state.index(offset: offset) else { return .none }
        state.selection = state.items[index].id
        return .none
      }
    }
    .forEach(\.items, action: \.items) { PackingItem() }
  }
}

extension PackingList.State {
  /// The place of the row that is so far from the selected one, if there is one.
  fileprivate func index(offset: Int) -> Int? {
    guard let index = selection.flatMap({ items.index(id: $0) }),
      items.indices.contains(index + offset)
    else { return nil }
    return index + offset
  }
}
