public import CustomDump
public import Foundation

/// The text of a prompt, as data that can be compared in tests.
///
/// ```swift
/// TextState("Delete the draft?")
/// ```
public struct TextState: Hashable, Sendable {
  private var parts: [Part]

  /// A verbatim text.
  public init(verbatim content: String) {
    parts = [Part(text: content)]
  }

  /// A verbatim text.
  @_disfavoredOverload
  public init(_ content: some StringProtocol) {
    self.init(verbatim: String(content))
  }

  /// A text, which may be an interpolation.
  public init(_ content: String) {
    self.init(verbatim: content)
  }

  /// The concatenation of two texts.
  public static func + (lhs: Self, rhs: Self) -> Self {
    var result = lhs
    result.parts += rhs.parts
    return result
  }

  /// Whether both have equal contents.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.runs == rhs.runs
  }

  /// Hashes the contents.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(runs)
  }

  fileprivate var text: String { parts.map(\.text).joined() }

  /// The parts with a text, where adjacent ones of the same style are merged.
  fileprivate var runs: [Part] {
    parts.reduce(into: []) { runs, part in
      guard !part.text.isEmpty else { return }
      if let last = runs.last, Set(last.styles) == Set(part.styles) {
        runs[runs.count - 1].text += part.text
      } else {
        runs.append(part)
      }
    }
  }

  /// The text with another style, which replaces an earlier one of its kind.
  ///
  /// - Parameters:
  ///   - kind: The kind of style.
  ///   - style: The style. Without one, the text has no style of the kind any longer.
  func styled(_ kind: Style.Kind, _ style: Style?) -> Self {
    var result = self
    for index in result.parts.indices {
      result.parts[index].styles.removeAll { $0.kind == kind }
      if let style { result.parts[index].styles.append(style) }
    }
    return result
  }

  /// Text of one style.
  fileprivate struct Part: Hashable {
    var text: String
    /// In the order in which they were added, which is the order of the marks in a dump.
    var styles: [Style] = []

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.text == rhs.text && Set(lhs.styles) == Set(rhs.styles)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(text)
      hasher.combine(Set(styles))
    }

    /// The text between the marks of its styles.
    var marked: String {
      styles.reduce(text) { text, style in
        "\(style.marks.opening)\(text)\(style.marks.closing)"
      }
    }
  }
}

extension String {
  /// The displayed string of a text.
  ///
  /// - Parameters:
  ///   - state: The text.
  ///   - locale: The language. Texts are verbatim so far, so it is ignored.
  public init(state: TextState, locale: Locale? = nil) {
    self = state.text
  }
}

extension TextState: CustomStringConvertible, CustomDumpRepresentable {
  /// The displayed string.
  public var description: String { text }

  /// The displayed string, with marks around styled parts: `**bold**`.
  public var customDumpValue: Any {
    runs.map(\.marked).joined()
  }
}
