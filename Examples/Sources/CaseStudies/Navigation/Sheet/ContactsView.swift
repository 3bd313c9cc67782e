import ComposableArchitecture
import TerminalKit

struct ContactsView: StudyView {
  let store: StoreOf<Contacts>

  private static let shownRows = 7

  private var prompt: Prompt<ContactForm.Action>? {
    store.form?.alert.map { Prompt($0) { .alert($0) } }
  }

  var currentCommands: [Command<Contacts.Action>] {
    guard store.form != nil else { return listCommands }
    return (prompt?.commands ?? formCommands).map { $0.map { .form(.presented($0)) } }
  }

  private var listCommands: [Command<Contacts.Action>] {
    let add = Command<Contacts.Action>(
      "add", keys: ["a"], label: "add", help: "open a sheet for a new contact",
      sends: .addButtonTapped)
    guard !store.contacts.isEmpty else { return [add] }
    let ids = store.contacts.ids.elements
    return [
      add,
      Command(
        "edit", keys: ["e"], label: "edit", help: "open a sheet for a contact of the list",
        parameter: .init("number", example: "1")
      ) { text throws(LineCommandFailure) in
        guard let number = Int(text) else { return nil }
        guard ids.indices.contains(number - 1) else {
          throw .impossible("there is no contact \(number)")
        }
        return .editButtonTapped(ids[number - 1])
      },
    ]
  }

  private var formCommands: [Command<ContactForm.Action>] {
    [
      Command(
        "name", keys: ["n"], label: "name", help: "write the name",
        parameter: .init("text", example: "Grace")
      ) { .set(\.contact.name, $0) },
      Command(
        "save", keys: ["s", .return], label: "save", help: "keep the contact, and close the sheet",
        sends: .saveButtonTapped),
      Command(
        "cancel", keys: ["c", .escape], label: "cancel",
        help: "close the sheet, after an alert if something was written",
        sends: .cancelButtonTapped),
    ]
  }

  func problem(with action: Contacts.Action) -> String? {
    guard case .form(.presented(.saveButtonTapped)) = action,
      store.form?.contact.name.allSatisfy(\.isWhitespace) == true
    else { return nil }
    return "a name is needed"
  }

  func lines(width: Int, usesColor: Bool) -> [String] {
    let contacts = store.contacts.enumerated()
      .map { "\($0 + 1)  \($1.name.printable)".clipped(to: width) }
    let list =
      contacts.isEmpty
      ? [Style.dim("No contacts yet.", if: usesColor)]
      : Array(contacts.suffix(Self.shownRows))
    guard let form = store.form else { return list }
    let sheet = ["New or changed contact", "name: \(form.contact.name.printable)"]
      .boxed(to: width)
    return list.map { Style.dim($0, if: usesColor) } + [""] + sheet
      + (prompt?.lines(width: width, usesColor: usesColor) ?? [])
  }

  var summary: String {
    let list =
      store.contacts.isEmpty
      ? "no contacts" : store.contacts.map(\.name.printable).joined(separator: ", ")
    return [list, store.form.map { "editing '\($0.contact.name.printable)'" }, prompt?.summary]
      .compactMap { $0 }.joined(separator: " | ")
  }
}
