/// A key of a terminal.
enum Key: Equatable {
  case character(Character)
  /// A letter with the control key, in lower case.
  case control(Character)
  case enter, escape, tab, backTab, backspace
  case up, down, left, right, home, end, pageUp, pageDown
  case function(Int)

  /// Parses the keys in one read from a terminal.
  ///
  /// Unknown sequences are ignored. A truncated sequence at the end is taken literally: terminals
  /// send the bytes of a key together.
  static func parse(_ bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    var rest = bytes[...]
    while let first = rest.first {
      switch first {
      case 0x1b:
        rest = rest.dropFirst()
        let (key, length) = sequence(rest)
        rest = rest.dropFirst(length)
        if let key { keys.append(key) }
      case 0x0d, 0x0a:
        keys.append(.enter)
        rest = rest.dropFirst()
      case 0x09:
        keys.append(.tab)
        rest = rest.dropFirst()
      case 0x08, 0x7f:
        keys.append(.backspace)
        rest = rest.dropFirst()
      case 0..<0x20:
        keys.append(.control(Character(UnicodeScalar(first | 0x40)).lowercasedLetter))
        rest = rest.dropFirst()
      default:
        let text = rest.prefix { $0 >= 0x20 && $0 != 0x7f }
        keys += String(decoding: text, as: UTF8.self).map { .character($0) }
        rest = rest.dropFirst(text.count)
      }
    }
    return keys
  }

  /// The key after an escape character, and the number of its bytes.
  private static func sequence(_ bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int) {
    guard let introducer = bytes.first, introducer == 0x5b || introducer == 0x4f else {
      return (.escape, 0)
    }
    let parameters = bytes.dropFirst().prefix { (0x30...0x3f).contains($0) }
    guard let final = bytes.dropFirst(1 + parameters.count).first else {
      return (nil, bytes.count)
    }
    let length = parameters.count + 2
    let number = Int(String(decoding: parameters.prefix { $0 != 0x3b }, as: UTF8.self))
    let key: Key? =
      switch (final, number) {
      case (0x41, _): .up
      case (0x42, _): .down
      case (0x43, _): .right
      case (0x44, _): .left
      case (0x48, _), (0x7e, 1), (0x7e, 7): .home
      case (0x46, _), (0x7e, 4), (0x7e, 8): .end
      case (0x5a, _): .backTab
      case (0x7e, 5): .pageUp
      case (0x7e, 6): .pageDown
      case (0x50...0x53, _): .function(Int(final) - 0x4f)
      case (0x7e, let number?) where (11...14).contains(number): .function(number - 10)
      default: nil
      }
    return (key, length)
  }
}

extension Character {
  fileprivate var lowercasedLetter: Character { Character(lowercased()) }
}
