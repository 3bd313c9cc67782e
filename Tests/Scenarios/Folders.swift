import ComposableCore

/// A stack of folders, each of which can be opened from the one below it.
struct Folders: Reducer {
  struct State: Codable, Equatable {
    var path = StackState<Folder.State>()
  }

  enum Action: CasePathable, Codable {
    case openButtonTapped(String)
    case upButtonTapped
    case path(StackActionOf<Folder>)

    struct AllCasePaths: Sendable {
      var path: AnyCasePath<Action, StackActionOf<Folder>> {
        AnyCasePath(embed: Action.path) { if case .path(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  /// Whether a folder is put below all others, rather than on top.
  var opensBelow = false

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .openButtonTapped(let name):
        state.path.insert(
          Folder.State(name: name), at: opensBelow ? state.path.startIndex : state.path.endIndex)
      case .upButtonTapped:
        state.path.removeLast()
      case .path:
        break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Folder() }
  }
}

/// A folder with a note.
struct Folder: Reducer {
  struct State: Codable, Equatable {
    var name: String
    var note = ""
  }

  enum Action: Codable {
    case noteChanged(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .noteChanged(let note): state.note = note
      }
      return .none
    }
  }
}
