import ComposableArchitecture
import TerminalKit

/// Follows the size of the window for as long as the screen is there.
@Reducer
struct WindowSizes {
  @ObservableState
  struct State: Equatable {
    /// The number of reported sizes.
    var reportCount = 0
    var size: Screen.Size?
  }

  enum Action {
    case sizeReported(Screen.Size?)
    case task
  }

  @Dependency(\.window) var window

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .sizeReported(let size):
        state.reportCount += 1
        state.size = size
        return .none

      case .task:
        return .run { send in
          for await size in window.sizes() {
            await send(.sizeReported(size))
          }
        }
      }
    }
  }
}
