import ComposableArchitecture

/// A sheet that edits a contact, and may ask before it closes.
@Reducer
struct ContactForm {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var contact: Contact
    let original: Contact

    init(contact: Contact) {
      self.contact = contact
      original = contact
    }
  }

  enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case delegate(Delegate)
    case saveButtonTapped

    @CasePathable
    enum Alert { case discardConfirmed }

    @CasePathable
    enum Delegate { case saved(Contact) }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(.discardConfirmed)):
        return .run { _ in await dismiss() }

      case .alert, .binding, .delegate:
        return .none

      case .cancelButtonTapped:
        guard state.contact == state.original else {
          state.alert = .discardChanges
          return .none
        }
        return .run { _ in await dismiss() }

      case .saveButtonTapped:
        guard !state.contact.name.allSatisfy(\.isWhitespace) else { return .none }
        return .run { [contact = state.contact] send in
          await send(.delegate(.saved(contact)))
          await dismiss()
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension AlertState<ContactForm.Action.Alert> {
  static let discardChanges = Self {
    TextState("Discard the changes?")
  } actions: {
    ButtonState(role: .destructive, action: .discardConfirmed) { TextState("Discard") }
    ButtonState(role: .cancel) { TextState("Keep editing") }
  }
}
