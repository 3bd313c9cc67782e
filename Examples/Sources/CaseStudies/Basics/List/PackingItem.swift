import ComposableArchitecture
import Foundation

/// A row of the list: something to pack.
@Reducer
struct PackingItem {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: UUID
    var isPacked = false
    var title: String
  }

  enum Action {
    case toggleButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .toggleButtonTapped:
        state.isPacked.toggle()
        return .none
      }
    }
  }
}
