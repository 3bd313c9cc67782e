import ComposableArchitecture
import Foundation

/// A heading with headings of the same kind below it.
@Reducer
struct Outline {
  @ObservableState
  struct State: Equatable, Identifiable {
    var children: IdentifiedArrayOf<State> = []
    let id: UUID
    var isCollapsed = false
    var title: String

    /// The number of headings, including this one.
    var count: Int { 1 + children.map(\.count).reduce(0, +) }
  }

  indirect enum Action {
    case addButtonTapped(title: String)
    case childDeleted(State.ID)
    case children(IdentifiedActionOf<Outline>)
    case collapseButtonTapped
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped(let title):
        state.children.append(State(id: uuid(), title: title))
        state.isCollapsed = false
        return .none

      case .childDeleted(let id):
        state.children.remove(id: id)
        return .none

      case .children:
        return .none

      case .collapseButtonTapped:
        state.isCollapsed.toggle()
        return .none
      }
    }
    .forEach(\.children, action: \.children) { Self() }
  }
}
