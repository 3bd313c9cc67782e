import ComposableCore

/// The displayed part of the list.
enum Filter: String, CaseIterable {
  case all
  case active
  case completed

  func shows(_ todo: Todo) -> Bool {
    switch self {
    case .all: true
    case .active: !todo.isComplete
    case .completed: todo.isComplete
    }
  }
}

/// The actions of the filter.
enum FilterAction: Equatable {
  case nextButtonTapped
}

let filterReducer = Reducer<Filter, FilterAction, Void> { state, action, _ in
  switch action {
  case .nextButtonTapped:
    let all = Filter.allCases
    state = all[((all.firstIndex(of: state) ?? 0) + 1) % all.count]
    return .none
  }
}
