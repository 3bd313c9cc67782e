import ComposableArchitecture
import Foundation

/// Edits the title of a todo in its row. The todo has its old title until the new one is saved.
@Reducer
struct RenameTodo {
  @ObservableState
  struct State: Equatable {
    @Shared var todo: Todo
    var title: String

    init(todo: Shared<Todo>) {
      _todo = todo
      title = todo.wrappedValue.title
    }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case saveButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        return .none

      case .cancelButtonTapped:
        return .run { _ in await dismiss() }

      case .saveButtonTapped:
        let title = state.title.trimmed
        guard !title.isEmpty else { return .none }
        state.$todo.withLock { $0.title = title }
        return .run { _ in await dismiss() }
      }
    }
  }
}

extension String {
  /// The text without the white space around it.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
