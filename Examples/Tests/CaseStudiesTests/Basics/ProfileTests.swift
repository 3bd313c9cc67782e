import ComposableArchitecture
import Testing

@testable import CaseStudies

@MainActor
@Suite struct ProfileTests {
  private let store = TestStore(initialState: Profile.State()) { Profile() }

  private func edit() async {
    await store.send(\.mode.reading.editButtonTapped) {
      $0.mode = .editing(ProfileEditor.State(draft: "Ada", original: "Ada"))
    }
  }

  private func write(_ name: String) async {
    await store.send(\.mode.editing.binding.draft, name) {
      $0.mode.modify(\.editing) { $0.draft = name }
    }
  }

  @Test func savingReadsTheNewName() async {
    await store.send(\.mode.reading.greetButtonTapped) {
      $0.mode.modify(\.reading) { $0.greetings = 1 }
    }
    await edit()
    await write("Grace")
    await store.send(\.mode.editing.saveButtonTapped) {
      $0.mode = .reading(ProfileReader.State(name: "Grace"))
    }
  }

  @Test func cancellingReadsTheOldName() async {
    await edit()
    await write("Grace")
    await store.send(\.mode.editing.cancelButtonTapped) {
      $0.mode = .reading(ProfileReader.State(name: "Ada"))
    }
  }

  @Test func aNameIsNeeded() async {
    await edit()
    await write(" ")
    await store.send(\.mode.editing.saveButtonTapped)
  }
}
