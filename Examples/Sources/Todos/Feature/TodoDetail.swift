import ComposableArchitecture
import Signpost

/// A todo by itself: its note, which saves itself, and a timer for working on it.
@Reducer
struct TodoDetail {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var isFocusing = false
    /// The note as it is being written.
    var note: String
    @Shared var todo: Todo

    init(todo: Shared<Todo>) {
      _todo = todo
      note = todo.wrappedValue.note
    }

    var isNoteSaved: Bool { note == todo.note }

    /// Keeps the note as it is now.
    func saveNote() {
      guard !isNoteSaved else { return }
      $todo.withLock { $0.note = note }
    }
  }

  enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case closeButtonTapped
    case delegate(Delegate)
    case deleteButtonTapped
    case focusButtonTapped
    case focusTimerTicked
    case notePaused

    @CasePathable
    enum Alert { case deletionConfirmed }

    /// Requests to the feature that presents the detail.
    @CasePathable
    enum Delegate { case deletionConfirmed }
  }

  private enum CancelID { case focus, note }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    CombineReducers {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .alert(.presented(.deletionConfirmed)):
          return .send(.delegate(.deletionConfirmed))

        case .alert, .delegate:
          return .none

        case .binding(\.note):
          return .send(.notePaused)
            .debounce(id: CancelID.note, for: .milliseconds(500), clock: clock)

        case .binding:
          return .none

        case .closeButtonTapped:
          return .run { _ in await dismiss() }

        case .deleteButtonTapped:
          state.alert = .deletion(of: state.todo, confirmed: .deletionConfirmed)
          return .none

        case .focusButtonTapped:
          state.isFocusing.toggle()
          guard state.isFocusing else { return .cancel(id: CancelID.focus) }
          return .run { send in
            for await _ in clock.timer(interval: .seconds(1)) {
              await send(.focusTimerTicked)
            }
          }
          .cancellable(id: CancelID.focus)

        case .focusTimerTicked:
          state.$todo.withLock { $0.secondsFocused += 1 }
          return .none

        case .notePaused:
          state.saveNote()
          return .none
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .signpost("detail")
  }
}
