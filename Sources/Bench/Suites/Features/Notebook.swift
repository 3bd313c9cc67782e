import ComposableCore

/// A feature for test stores: its state can be compared and has a list.
struct Notebook: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var notes: IdentifiedArrayOf<Note>

    /// Creates a list of notes with the ids 0, 1, 2, …
    init(notes count: Int) {
      notes = IdentifiedArray(uniqueElements: (0..<count).map { Note(id: $0) })
    }
  }

  struct Note: Equatable, Identifiable, Sendable {
    let id: Int
    var edits = 0
  }

  enum Action: Equatable, Sendable {
    /// Counts.
    case incrementButtonTapped
    /// Changes a note.
    case edited(id: Int)
    /// Sends an action that counts, through an effect that does nothing else.
    case refreshButtonTapped
    case refreshed
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped, .refreshed:
        state.count += 1
        return .none

      case .edited(let id):
        state.notes[id: id]?.edits += 1
        return .none

      case .refreshButtonTapped:
        return .send(.refreshed)
      }
    }
  }
}
