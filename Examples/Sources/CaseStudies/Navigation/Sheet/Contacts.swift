import ComposableArchitecture
import Foundation

/// A list of contacts, with a sheet to add or edit one.
@Reducer
struct Contacts {
  @ObservableState
  struct State: Equatable {
    var contacts: IdentifiedArrayOf<Contact> = []
    @Presents var form: ContactForm.State?
  }

  enum Action {
    case addButtonTapped
    case editButtonTapped(Contact.ID)
    case form(PresentationAction<ContactForm.Action>)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.form = ContactForm.State(contact: Contact(id: uuid(), name: ""))
        return .none

      case .editButtonTapped(let id):
        state.form = state.contacts[id: id].map(ContactForm.State.init)
        return .none

      case .form(.presented(.delegate(.saved(let contact)))):
        state.contacts.updateOrAppend(contact)
        return .none

      case .form:
        return .none
      }
    }
    .ifLet(\.$form, action: \.form) { ContactForm() }
  }
}
