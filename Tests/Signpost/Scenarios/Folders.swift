import ComposableCore
import Signpost

/// A stack of folders, each of which can be opened from the one below it.
package struct Folders: Reducer {
  package struct State: Codable, Equatable {
    package var path: StackState<Folder.State>

    package init(path: StackState<Folder.State> = StackState()) {
      self.path = path
    }
  }

  package enum Action: CasePathable, Codable {
    case openButtonTapped(String)
    case upButtonTapped
    case path(StackActionOf<Folder>)

    package struct AllCasePaths: Sendable {
      package var path: AnyCasePath<Action, StackActionOf<Folder>> {
        AnyCasePath(embed: Action.path) { if case .path(let value) = $0 { value } else { nil } }
      }
    }
    package static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  /// Whether a folder is put below all others, rather than on top.
  private let opensBelow: Bool

  package init(opensBelow: Bool = false) {
    self.opensBelow = opensBelow
  }

  package var body: some ReducerOf<Self> {
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
package struct Folder: Reducer {
  package struct State: Codable, Equatable {
    package var name: String
    package var note = ""

    package init(name: String) {
      self.name = name
    }
  }

  package enum Action: Codable {
    case noteChanged(String)
  }

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .noteChanged(let note): state.note = note
      }
      return .none
    }
  }
}

extension Scenario {
  /// Two stores with a stack each, which draw the ids of their elements from one sequence.
  @MainActor
  package static func folders() {
    func store(_ prefix: String) -> StoreOf<Folders> {
      Store(initialState: Folders.State()) {
        Folders().signpost(prefix, payload: .replayable)
      }
    }
    let left = store("left")
    let right = store("right")
    for name in ["mail", "photos", "music"] {
      for store in [right, left, right] {
        store.send(.openButtonTapped(name))
        let top = store.withState { $0.path.ids.last }
        if let top { store.send(.path(.element(id: top, action: .noteChanged("about \(name)")))) }
      }
      left.send(.upButtonTapped)
    }
  }
}
