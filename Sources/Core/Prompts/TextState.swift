public import CustomDump
public import Foundation

/// The text of a prompt, as data that can be compared in tests.
///
/// ```swift
/// TextState("Delete the draft?")
/// ```
public struct TextState: Hashable, Sendable {
  private var parts: [String]

  /// A text that is shown as it is.
  public init(verbatim content: String) {
    parts = [content]
  }

  /// A text that is shown as it is.
  @_disfavoredOverload
  public init(_ content: some StringProtocol) {
    self.init(verbatim: String(content))
  }

  /// A text, which may be an interpolation.
  public init(_ content: String) {
    self.init(verbatim: content)
  }

  /// One text after the other.
  public static func + (lhs: Self, rhs: Self) -> Self {
    var result = lhs
    result.parts += rhs.parts
    return result
  }

  /// Whether both show the same.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.text == rhs.text
  }

  /// Hashes what is shown.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }

  fileprivate var text: String { parts.joined() }
}

extension String {
  /// What a text shows.
  ///
  /// - Parameters:
  ///   - state: The text.
  ///   - locale: The language to show it in. Texts are verbatim so far, so that it makes no difference.
  public init(state: TextState, locale: Locale? = nil) {
    self = state.text
  }
}

extension TextState: CustomStringConvertible, CustomDumpRepresentable {
  /// What the text shows.
  public var description: String { text }

  /// What the text shows.
  public var customDumpValue: Any { text }
}
