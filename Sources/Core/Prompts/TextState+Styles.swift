public import Foundation

extension TextState {
  /// The text in bold.
  public func bold() -> Self { bold(true) }

  /// The text in bold, or not.
  public func bold(_ isActive: Bool) -> Self {
    styled(.bold, isActive ? Style(.bold, marks: .init("**")) : nil)
  }

  /// The text in italics.
  public func italic() -> Self { italic(true) }

  /// The text in italics, or not.
  public func italic(_ isActive: Bool) -> Self {
    styled(.italic, isActive ? Style(.italic, marks: .init("_")) : nil)
  }

  /// The text underlined, or not.
  public func underline(
    _ isActive: Bool = true, pattern: LineStylePattern? = nil, color: Color? = nil
  ) -> Self {
    let marks = Style.Marks(tag: .underline, color.map { " color=\($0)" } ?? "")
    return styled(
      .underline, isActive ? Style(.underline, Line(pattern, color), marks: marks) : nil)
  }

  /// The text struck through, or not.
  public func strikethrough(
    _ isActive: Bool = true, pattern: LineStylePattern? = nil, color: Color? = nil
  ) -> Self {
    let marks =
      color.map { Style.Marks(tag: .strikethrough, " color=\($0)") } ?? Style.Marks("~~")
    return styled(
      .strikethrough, isActive ? Style(.strikethrough, Line(pattern, color), marks: marks) : nil)
  }

  /// A line below or through a text.
  private struct Line: Hashable, Sendable {
    let pattern: LineStylePattern?
    let color: Color?

    init(_ pattern: LineStylePattern?, _ color: Color?) {
      self.pattern = pattern
      self.color = color
    }
  }

  /// The pattern of a line.
  public enum LineStylePattern: String, Hashable, Sendable {
    /// A pattern of the system.
    case dash, dashDot, dashDotDot, dot, solid
  }
}

extension TextState {
  /// The text in a color.
  public func foregroundColor(_ color: Color?) -> Self {
    styled(.foregroundColor, color.map { Style(.foregroundColor, $0, described: "\($0)") })
  }

  /// The text in a font.
  public func font(_ font: Font?) -> Self {
    styled(.font, font.map { Style(.font, $0, marks: .none) })
  }

  /// The text in a design of its font.
  public func fontDesign(_ design: Font.Design?) -> Self {
    styled(.fontDesign, design.map { Style(.fontDesign, $0, described: $0.rawValue) })
  }

  /// The text in a weight of its font.
  public func fontWeight(_ weight: Font.Weight?) -> Self {
    let style = weight.map { weight in
      weight == .bold
        ? Style(.fontWeight, weight, marks: .init("**"))
        : Style(.fontWeight, weight, described: weight.rawValue)
    }
    return styled(.fontWeight, style)
  }

  /// The text in a width of its font.
  public func fontWidth(_ width: FontWidth?) -> Self {
    styled(.fontWidth, width.map { Style(.fontWidth, $0, described: $0.rawValue) })
  }

  /// The text with digits of one width.
  public func monospacedDigit() -> Self {
    styled(.monospacedDigit, Style(.monospacedDigit, marks: .none))
  }

  /// The text with a distance from its line.
  public func baselineOffset(_ baselineOffset: CGFloat) -> Self {
    styled(.baselineOffset, baselineOffset)
  }

  /// The text with other distances between its characters.
  public func kerning(_ kerning: CGFloat) -> Self { styled(.kerning, kerning) }

  /// The text with further distances between its characters.
  public func tracking(_ tracking: CGFloat) -> Self { styled(.tracking, tracking) }

  private func styled(_ kind: Style.Kind, _ number: CGFloat) -> Self {
    styled(kind, Style(kind, number, described: "\(number)"))
  }
}

extension TextState {
  /// The text as a heading of a level.
  public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> Self {
    styled(
      .accessibilityHeading, Style(.accessibilityHeading, level, described: level.rawValue))
  }

  /// The text, which is read out as another one.
  public func accessibilityLabel(_ label: Self) -> Self {
    styled(
      .accessibilityLabel, Style(.accessibilityLabel, label, described: "\(label.customDumpValue)"))
  }

  /// The text, which is read out as another one.
  public func accessibilityLabel(_ label: String) -> Self {
    accessibilityLabel(TextState(label))
  }

  /// The text, which is read out as another one.
  @_disfavoredOverload
  public func accessibilityLabel(_ label: some StringProtocol) -> Self {
    accessibilityLabel(TextState(label))
  }

  /// The text as content of a kind.
  public func accessibilityTextContentType(_ type: AccessibilityTextContentType) -> Self {
    styled(
      .accessibilityTextContentType,
      Style(.accessibilityTextContentType, type, described: type.rawValue))
  }

  /// The text, which is read out in another pitch.
  public func speechAdjustedPitch(_ value: Double) -> Self {
    styled(.speechAdjustedPitch, Style(.speechAdjustedPitch, value, described: "\(value)"))
  }

  /// The text, whose punctuation is read out.
  public func speechAlwaysIncludesPunctuation(_ isActive: Bool = true) -> Self {
    styled(.speechAlwaysIncludesPunctuation, isActive: isActive)
  }

  /// The text, which is read out after the announcements before.
  public func speechAnnouncementsQueued(_ isActive: Bool = true) -> Self {
    styled(.speechAnnouncementsQueued, isActive: isActive)
  }

  /// The text, which is read out character by character.
  public func speechSpellsOutCharacters(_ isActive: Bool = true) -> Self {
    styled(.speechSpellsOutCharacters, isActive: isActive)
  }

  private func styled(_ kind: Style.Kind, isActive: Bool) -> Self {
    styled(kind, isActive ? Style(kind, marks: .init(tag: kind)) : nil)
  }

  /// The level of a heading.
  public enum AccessibilityHeadingLevel: String, Hashable, Sendable {
    /// A level, from the highest.
    case h1, h2, h3, h4, h5, h6
    /// No level.
    case unspecified
  }

  /// The kind of content of a text.
  public enum AccessibilityTextContentType: String, Hashable, Sendable {
    /// A kind of the system.
    case console, fileSystem, messaging, narrative, plain, sourceCode, spreadsheet, wordProcessing
  }
}
