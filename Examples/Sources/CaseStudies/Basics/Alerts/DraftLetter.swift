import ComposableArchitecture

/// A letter that is discarded after an alert, and sent after a choice.
@Reducer
struct DraftLetter {
  enum Speed: String, Sendable { case standard, express }

  enum Fate: Equatable, Sendable {
    case discarded
    case sent(Speed)
  }

  @Reducer
  enum Destination {
    case alert(AlertState<Alert>)
    case dialog(ConfirmationDialogState<Dialog>)

    @CasePathable
    enum Alert { case discardConfirmed }

    @CasePathable
    enum Dialog: Equatable { case speedChosen(Speed) }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var fate: Fate?
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case discardButtonTapped
    case sendButtonTapped
    case startAgainButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.alert(.discardConfirmed))):
        state.fate = .discarded
        return .none

      case .destination(.presented(.dialog(.speedChosen(let speed)))):
        state.fate = .sent(speed)
        return .none

      case .destination:
        return .none

      case .discardButtonTapped:
        state.destination = .alert(.discard)
        return .none

      case .sendButtonTapped:
        state.destination = .dialog(.speed)
        return .none

      case .startAgainButtonTapped:
        state.fate = nil
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension DraftLetter.Destination.State: Equatable {}

extension AlertState<DraftLetter.Destination.Alert> {
  static let discard = Self {
    TextState("Discard the letter?")
  } actions: {
    ButtonState(role: .destructive, action: .discardConfirmed) { TextState("Discard") }
    ButtonState(role: .cancel) { TextState("Keep") }
  } message: {
    TextState("Nothing of it can be brought back.")
  }
}

extension ConfirmationDialogState<DraftLetter.Destination.Dialog> {
  static let speed = Self {
    TextState("How is the letter to be sent?")
  } actions: {
    ButtonState(action: .speedChosen(.standard)) { TextState("Standard") }
    ButtonState(action: .speedChosen(.express)) { TextState("Express") }
    ButtonState(role: .cancel) { TextState("Not yet") }
  }
}
