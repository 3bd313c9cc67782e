/// A key of a terminal.
package enum Key: Hashable, Sendable {
  case character(Character)
  case up, down, left, right, home, end, pageUp, pageDown
  case `return`, tab, escape, backspace, delete
  case control(Character)
  /// The end of the input, or Control-D, which means the same on a terminal.
  case endOfInput
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  package init(extendedGraphemeClusterLiteral character: Character) {
    self = .character(character)
  }
}

extension Key {
  /// The label of the key.
  package var name: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .control(let character): "ctrl-\(character)"
    case .endOfInput: "ctrl-d"
    default: "\(self)"
    }
  }
}

/// Makes keys of the bytes a terminal sends: text in UTF-8, and the control sequences of ECMA-48
/// that xterm and those like it send for keys without a character.
package struct KeyParser: Sendable {
  private enum Mode {
    case ground
    case escape
    case sequence([UInt8])
    case text([UInt8], missing: Int)
  }

  private var mode = Mode.ground

  package init() {}

  /// Whether the last byte may be the Escape key, or start a sequence: only a pause decides.
  package var isUndecided: Bool {
    if case .escape = mode { true } else { false }
  }

  /// Takes the next byte.
  ///
  /// - Returns: The key it completes, if it does.
  package mutating func take(_ byte: UInt8) -> Key? {
    switch mode {
    case .ground:
      return start(byte)
    case .escape:
      guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") else {
        mode = .ground
        return start(byte)
      }
      mode = .sequence([])
      return nil
    case .sequence(let parameters):
      guard (0x40...0x7E).contains(byte) else {
        mode = .sequence(parameters + [byte])
        return nil
      }
      mode = .ground
      return Self.keys[parameters + [byte]]
    case .text(let bytes, let missing):
      guard byte & 0xC0 == 0x80 else {
        mode = .ground
        return start(byte)
      }
      let bytes = bytes + [byte]
      guard missing == 1 else {
        mode = .text(bytes, missing: missing - 1)
        return nil
      }
      mode = .ground
      return String(validating: bytes, as: UTF8.self)?.first.map(Key.character)
    }
  }

  /// Says that nothing followed for a while.
  ///
  /// - Returns: The Escape key, if the pending input is one.
  package mutating func takeSilence() -> Key? {
    guard isUndecided else { return nil }
    mode = .ground
    return .escape
  }

  private mutating func start(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x1B:
      mode = .escape
      return nil
    case 0x04: return .endOfInput
    case 0x08, 0x7F: return .backspace
    case 0x09: return .tab
    case 0x0A, 0x0D: return .return
    case 0x01...0x1A: return .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x20...0x7E: return .character(Character(Unicode.Scalar(byte)))
    case 0xC2...0xDF: mode = .text([byte], missing: 1)
    case 0xE0...0xEF: mode = .text([byte], missing: 2)
    case 0xF0...0xF4: mode = .text([byte], missing: 3)
    default: break
    }
    return nil
  }

  private static let keys: [[UInt8]: Key] = [
    Array("A".utf8): .up, Array("B".utf8): .down, Array("C".utf8): .right, Array("D".utf8): .left,
    Array("H".utf8): .home, Array("F".utf8): .end, Array("1~".utf8): .home,
    Array("4~".utf8): .end, Array("3~".utf8): .delete, Array("5~".utf8): .pageUp,
    Array("6~".utf8): .pageDown,
  ]
}
