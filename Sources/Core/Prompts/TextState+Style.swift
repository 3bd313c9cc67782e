extension TextState {
  /// A style of a text. Nothing here displays it; it is compared, and dumps contain it.
  struct Style: Hashable, Sendable {
    /// The kinds of style. A text has at most one style of each.
    enum Kind: String {
      case accessibilityHeading = "accessibility-heading-level"
      case accessibilityLabel = "accessibility-label"
      case accessibilityTextContentType = "accessibility-text-content-type"
      case baselineOffset = "baseline-offset"
      case bold, font
      case fontDesign = "font-design"
      case fontWeight = "font-weight"
      case fontWidth = "font-width"
      case foregroundColor = "foreground-color"
      case italic, kerning
      case monospacedDigit = "monospaced-digit"
      case speechAdjustedPitch = "speech-adjusted-pitch"
      case speechAlwaysIncludesPunctuation = "speech-always-includes-punctuation"
      case speechAnnouncementsQueued = "speech-announcements-queued"
      case speechSpellsOutCharacters = "speech-spells-out-characters"
      case strikethrough = "s"
      case tracking
      case underline = "u"
    }

    let kind: Kind
    /// The values of the style, if there is more to it than its kind.
    private let value: AnyHashableSendable?
    /// The marks before and after such text in a dump.
    let marks: Marks

    struct Marks: Sendable {
      let opening: String
      let closing: String

      static let none = Self("")

      /// The same mark before and after the text.
      init(_ mark: String) {
        opening = mark
        closing = mark
      }

      /// A tag: `<kerning=2.0>`.
      init(tag kind: Kind, _ suffix: String = "") {
        opening = "<\(kind.rawValue)\(suffix)>"
        closing = "</\(kind.rawValue)>"
      }
    }

    init(_ kind: Kind, _ value: (any Hashable & Sendable)? = nil, marks: Marks) {
      self.kind = kind
      self.value = value.map { AnyHashableSendable($0) }
      self.marks = marks
    }

    /// Whether both have the same kind and value. The marks follow from these.
    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.kind == rhs.kind && lhs.value == rhs.value
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(kind)
      hasher.combine(value)
    }

    /// A style whose value is in its tag.
    init(_ kind: Kind, _ value: some Hashable & Sendable, described description: String) {
      self.init(kind, value, marks: Marks(tag: kind, "=\(description)"))
    }
  }
}
