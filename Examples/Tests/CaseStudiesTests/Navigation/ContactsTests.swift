import ComposableArchitecture
import Foundation
import Testing

@testable import CaseStudies

@MainActor
@Suite struct ContactsTests {
  private let ada = Contact(id: UUID(0), name: "Ada")

  private func makeStore(_ contacts: Contact...) -> TestStoreOf<Contacts> {
    TestStore(
      initialState: Contacts.State(contacts: IdentifiedArray(uniqueElements: contacts))
    ) {
      Contacts()
    } withDependencies: {
      $0.uuid = .incrementing
    }
  }

  @Test func theSheetReportsWhatWasSavedAndClosesItself() async {
    let store = makeStore()
    await store.send(.addButtonTapped) {
      $0.form = ContactForm.State(contact: Contact(id: UUID(0), name: ""))
    }
    await store.send(\.form.saveButtonTapped)
    await store.send(.form(.presented(.set(\.contact.name, "Ada")))) {
      $0.form?.contact.name = "Ada"
    }
    await store.send(\.form.saveButtonTapped)
    await store.receive(\.form.delegate.saved) { $0.contacts = [ada] }
    await store.receive(\.form.dismiss) { $0.form = nil }
  }

  @Test func anAlertInTheSheetAsksBeforeChangesAreLost() async {
    let store = makeStore(ada)
    await store.send(.editButtonTapped(UUID(0))) { $0.form = ContactForm.State(contact: ada) }
    await store.send(.form(.presented(.set(\.contact.name, "Grace")))) {
      $0.form?.contact.name = "Grace"
    }
    await store.send(\.form.cancelButtonTapped) { $0.form?.alert = .discardChanges }
    await store.send(\.form.alert.dismiss) { $0.form?.alert = nil }
    await store.send(\.form.cancelButtonTapped) { $0.form?.alert = .discardChanges }
    await store.send(\.form.alert.discardConfirmed) { $0.form?.alert = nil }
    await store.receive(\.form.dismiss) { $0.form = nil }
  }

  @Test func withoutChangesItClosesAtOnce() async {
    let store = makeStore(ada)
    await store.send(.editButtonTapped(UUID(0))) { $0.form = ContactForm.State(contact: ada) }
    await store.send(\.form.cancelButtonTapped)
    await store.receive(\.form.dismiss) { $0.form = nil }
  }
}
