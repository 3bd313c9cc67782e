public import Foundation

extension TextState {
  /// A font of a text, by name. Nothing here displays it; texts with other fonts are unequal.
  public struct Font: Hashable, Sendable {
    private indirect enum Content: Hashable, Sendable {
      case style(String)
      case system(size: CGFloat, weight: Weight?, design: Design?)
      case systemStyle(Font, design: Design?, weight: Weight?)
      case custom(String, size: CGFloat, isFixed: Bool)
      case modified(Font, String)
      case weighted(Font, Weight)
    }

    private let content: Content

    /// The font of large titles.
    public static var largeTitle: Self { Self(content: .style("largeTitle")) }
    /// The font of titles.
    public static var title: Self { Self(content: .style("title")) }
    /// The font of titles of the second level.
    public static var title2: Self { Self(content: .style("title2")) }
    /// The font of titles of the third level.
    public static var title3: Self { Self(content: .style("title3")) }
    /// The font of headlines.
    public static var headline: Self { Self(content: .style("headline")) }
    /// The font of subheadlines.
    public static var subheadline: Self { Self(content: .style("subheadline")) }
    /// The font of texts.
    public static var body: Self { Self(content: .style("body")) }
    /// The font of callouts.
    public static var callout: Self { Self(content: .style("callout")) }
    /// The font of footnotes.
    public static var footnote: Self { Self(content: .style("footnote")) }
    /// The font of captions.
    public static var caption: Self { Self(content: .style("caption")) }
    /// The other font of captions.
    public static var caption2: Self { Self(content: .style("caption2")) }

    /// A font of the system, of a size.
    public static func system(
      size: CGFloat, weight: Weight? = nil, design: Design? = nil
    ) -> Self {
      Self(content: .system(size: size, weight: weight, design: design))
    }

    /// A font of the system, of the size of another one.
    public static func system(
      _ style: Self, design: Design? = nil, weight: Weight? = nil
    ) -> Self {
      Self(content: .systemStyle(style, design: design, weight: weight))
    }

    /// A font by its name.
    public static func custom(_ name: String, size: CGFloat) -> Self {
      Self(content: .custom(name, size: size, isFixed: false))
    }

    /// A font by its name, whose size does not follow the settings of the user.
    public static func custom(_ name: String, fixedSize: CGFloat) -> Self {
      Self(content: .custom(name, size: fixedSize, isFixed: true))
    }

    /// The font in bold.
    public func bold() -> Self { Self(content: .modified(self, "bold")) }
    /// The font in italics.
    public func italic() -> Self { Self(content: .modified(self, "italic")) }
    /// The font with characters of one width.
    public func monospaced() -> Self { Self(content: .modified(self, "monospaced")) }
    /// The font with digits of one width.
    public func monospacedDigit() -> Self { Self(content: .modified(self, "monospacedDigit")) }
    /// The font with small capitals.
    public func smallCaps() -> Self { Self(content: .modified(self, "smallCaps")) }
    /// The font with another weight.
    public func weight(_ weight: Weight) -> Self { Self(content: .weighted(self, weight)) }

    /// The design of a font.
    public enum Design: String, Hashable, Sendable {
      /// A design of the system.
      case `default`, monospaced, rounded, serif
    }

    /// The weight of a font.
    public enum Weight: String, Hashable, Sendable {
      /// A weight, from light to heavy.
      case ultraLight = "ultra-light"
      case thin, light, regular, medium, semibold, bold, heavy, black
    }
  }

  /// The width of a font.
  public enum FontWidth: String, Hashable, Sendable {
    /// A width of the system.
    case compressed, condensed, expanded, standard
  }
}
