import Foundation

/// A command as a page sends it: `{"command": "move", "row": 1, "column": 3}`.
extension AppCommand: Decodable {
  private enum CodingKeys: CodingKey {
    case button, column, command, row, text
  }

  private enum Name: String, CaseIterable {
    case again, cancel, choose, code, email, leave, login, logout, move, oName, password, play,
      submit, xName
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
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
      case .again: .again
      case .cancel: .cancel
      case .choose: .choose(try values.decode(Int.self, forKey: .button))
      case .code: .code(try text())
      case .email: .email(try text())
      case .leave: .leave
      case .login: .login
      case .logout: .logout
      case .move:
        .move(
          row: try values.decode(Int.self, forKey: .row),
          column: try values.decode(Int.self, forKey: .column))
      case .oName: .oName(try text())
      case .password: .password(try text())
      case .play: .play
      case .submit: .submit
      case .xName: .xName(try text())
      }
  }
}
