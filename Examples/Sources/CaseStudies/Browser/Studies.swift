import ComposableArchitecture

/// The list of studies, one of which is open.
@Reducer
struct Studies {
  @ObservableState
  struct State: Equatable {
    /// Whether the text of the open study has the screen to itself.
    var isReading = false
    var selection = StudyID.counter
    @Presents var study: Study.State?
    /// The number that was typed to select a study, which another digit may continue.
    var typedNumber: Int?
  }

  enum Action {
    case closeButtonTapped
    case digitTyped(Int)
    case openButtonTapped(StudyID)
    case readButtonTapped
    case selected(StudyID)
    case study(PresentationAction<Study.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        state.isReading = false
        state.study = nil
        return .none

      case .digitTyped(let digit):
        let number = (state.typedNumber ?? 0) * 10 + digit
        guard let id = StudyID(number: number) ?? StudyID(number: digit) else { return .none }
        state.selection = id
        state.typedNumber = id.number
        return .none

      case .openButtonTapped(let id):
        state.isReading = false
        state.selection = id
        state.typedNumber = nil
        state.study = id.initialState
        return id.openingAction.map { .send(.study(.presented($0))) } ?? .none

      case .readButtonTapped:
        state.isReading.toggle()
        return .none

      case .selected(let id):
        state.selection = id
        state.typedNumber = nil
        return .none

      case .study:
        return .none
      }
    }
    .ifLet(\.$study, action: \.study)
  }
}
