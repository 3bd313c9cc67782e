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

  /// The parts, where adjacent ones of the same style are merged.
  fileprivate var runs: [Part] {
    parts.reduce(into: []) { runs, part in
      if let last = runs.last, last.styles == part.styles {
        runs[runs.count - 1].text += part.text
      } else {
        runs.append(part)
      }
    }
  }

  /// The text with an additional style.
  func styled(_ style: Style, _ isActive: Bool = true) -> Self {
    var result = self
    for index in result.parts.indices {
      if isActive {
        result.parts[index].styles.insert(style)
      } else {
        result.parts[index].styles.remove(style)
      }
    }
    return result
  }

  /// Text of one style.
  fileprivate struct Part: Hashable {
    var text: String
    var styles: Set<Style> = []
  }

  /// The style of a text.
  enum Style: Hashable, CaseIterable {
    case bold, italic, underline, strikethrough

    /// The marks before and after such text in a dump.
    fileprivate var marks: (String, String) {
      switch self {
      case .bold: ("**", "**")
      case .italic: ("_", "_")
      case .underline: ("<u>", "</u>")
      case .strikethrough: ("~~", "~~")
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
    runs.map { part in
      Style.allCases.filter(part.styles.contains).reduce(part.text) { text, style in
        style.marks.0 + text + style.marks.1
      }
    }.joined()
  }
}
