/// A pattern for names, in which `*` stands for any number of characters.
public struct NamePattern: Sendable, Hashable {
  /// The text of the pattern.
  public let text: String

  private let parts: [[UInt8]]

  /// Creates a pattern.
  public init(_ text: String) {
    self.text = text
    parts = text.utf8.split(separator: 0x2a, omittingEmptySubsequences: false).map { Array($0) }
  }

  /// Returns whether the pattern matches a whole text.
  public func matches(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    guard let first = parts.first, let last = parts.last else { return rest.isEmpty }
    if parts.count == 1 { return rest.elementsEqual(first) }
    guard rest.starts(with: first) else { return false }
    rest = rest.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let position = Self.position(of: part, in: rest) else { return false }
      rest = rest[(position + part.count)...]
    }
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }

  private static func position(of part: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    guard text.count >= part.count else { return nil }
    return (text.startIndex...(text.endIndex - part.count)).first {
      text[$0..<($0 + part.count)].elementsEqual(part)
    }
  }
}
