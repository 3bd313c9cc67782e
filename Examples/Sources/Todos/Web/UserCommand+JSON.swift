import Foundation

/// A command as a page sends it: `{"command": "toggle", "id": "…"}`.
extension UserCommand: Decodable {
  private enum CodingKeys: CodingKey {
    case button, command, filter, id, text
  }

  private enum Name: String, CaseIterable {
    case add, cancel, choose, clear, close, delete, down, draft, filter, focus, note, open, rename,
      retry, save, title, toggle, undo, up
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func id() throws -> Todo.ID { try values.decode(Todo.ID.self, forKey: .id) }
    func text() throws -> String { try values.decode(String.self, forKey: .text) }
    let word = try values.decode(String.self, forKey: .command)
    guard let name = Name(rawValue: word) else {
      let known = Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        forKey: .command, in: values,
        debugDescription: "unknown command '\(word)'; commands are \(known)")
    }
    self =
      switch name {
      case .add: .add(try values.decodeIfPresent(String.self, forKey: .text))
      case .cancel: .cancel
      case .choose: .choose(try values.decode(Int.self, forKey: .button))
      case .clear: .clear
      case .close: .close
      case .delete: .delete(try values.decodeIfPresent(Todo.ID.self, forKey: .id))
      case .down: .down(try id())
      case .draft: .draft(try text())
      case .filter: .filter(try values.decode(TodoFilter.self, forKey: .filter))
      case .focus: .focus
      case .note: .note(try text())
      case .open: .open(try id())
      case .rename: .rename(try id())
      case .retry: .retry
      case .save: .save
      case .title: .title(try text())
      case .toggle: .toggle(try id())
      case .undo: .undo
      case .up: .up(try id())
      }
  }
}
