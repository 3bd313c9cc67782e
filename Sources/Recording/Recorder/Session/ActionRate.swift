/// A number of actions in a second.
package struct ActionRate: Equatable, Sendable {
  /// At least one.
  package let perSecond: UInt32

  /// Parses a number, such as `50000/s` or `50000`; `nil` unless it is at least 1.
  package init?(_ text: String) {
    let digits = text.hasSuffix("/s") ? text.dropLast(2) : text[...]
    guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let perSecond = UInt32(digits), perSecond > 0
    else { return nil }
    self.perSecond = perSecond
  }

  package var text: String { "\(perSecond)/s" }
}
