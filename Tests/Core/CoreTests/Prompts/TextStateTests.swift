import ComposableCore
import Foundation
import Testing

@Suite struct TextStateTests {
  @Test func interpolationsMayNameAFormat() {
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: "en_US")
    formatter.minimumFractionDigits = 2
    let price = TextState("\(1.5 as NSNumber, formatter: formatter) each")
    #expect(price == TextState("1.50 each"))
    #expect(TextState("\(7, specifier: "%03d") of \(12)") == TextState("007 of 12"))
    let number = FloatingPointFormatStyle<Double>.number.locale(Locale(identifier: "de"))
    #expect(TextState("\(0.5, format: number)") == TextState("0,5"))
    #expect(TextState("\(price), \(3, specifier: "%d")") == TextState("1.50 each, 3"))
  }

  @Test func translationsAreTakenVerbatim() {
    let count = 3
    let plain = TextState("Rows: \(count)")
    #expect(TextState("Rows: \(count)", comment: "The title") == plain)
    #expect(TextState("Rows: \(count)", tableName: "Titles", comment: nil) == plain)
    #expect(TextState("Rows: \(count)", tableName: "Titles") == plain)
    #expect(TextState("Rows: \(count)", bundle: .main) == plain)
  }

  @Test func stylesAreComparedAndDumped() {
    #expect(TextState("a").bold() != TextState("a"))
    #expect(TextState("a").bold().bold(false) == TextState("a"))
    #expect(TextState("a").bold().italic() == TextState("a").italic().bold())
    #expect(
      (TextState("a") + TextState("b")).underline()
        == TextState("a").underline() + TextState("b").underline())
    #expect(String(state: TextState("a").strikethrough()) == "a")
    #expect(
      String(customDumping: TextState("a") + TextState("b").bold().italic())
        == String(customDumping: "a_**b**_"))
  }

  /// A modified text, its marks in a dump, and its copy with another value.
  @Test(
    arguments: [
      (TextState("a").foregroundColor(.red), "<foreground-color=red>a</foreground-color>"),
      (TextState("a").font(.headline.bold()), "a"),
      (TextState("a").fontDesign(.serif), "<font-design=serif>a</font-design>"),
      (TextState("a").fontWeight(.bold), "**a**"),
      (TextState("a").fontWeight(.ultraLight), "<font-weight=ultra-light>a</font-weight>"),
      (TextState("a").fontWidth(.condensed), "<font-width=condensed>a</font-width>"),
      (TextState("a").monospacedDigit(), "a"),
      (TextState("a").baselineOffset(1), "<baseline-offset=1.0>a</baseline-offset>"),
      (TextState("a").kerning(2), "<kerning=2.0>a</kerning>"),
      (TextState("a").tracking(3), "<tracking=3.0>a</tracking>"),
      (TextState("a").underline(pattern: .dash, color: .blue), "<u color=blue>a</u>"),
      (TextState("a").underline(), "<u>a</u>"),
      (TextState("a").strikethrough(color: .gray), "<s color=gray>a</s>"),
      (TextState("a").strikethrough(), "~~a~~"),
      (
        TextState("a").accessibilityHeading(.h2),
        "<accessibility-heading-level=h2>a</accessibility-heading-level>"
      ),
      (
        TextState("a").accessibilityLabel(TextState("b").bold()),
        "<accessibility-label=**b**>a</accessibility-label>"
      ),
      (
        TextState("a").accessibilityTextContentType(.sourceCode),
        "<accessibility-text-content-type=sourceCode>a</accessibility-text-content-type>"
      ),
      (
        TextState("a").speechAdjustedPitch(0.5),
        "<speech-adjusted-pitch=0.5>a</speech-adjusted-pitch>"
      ),
      (
        TextState("a").speechAlwaysIncludesPunctuation(),
        "<speech-always-includes-punctuation>a</speech-always-includes-punctuation>"
      ),
      (
        TextState("a").speechAnnouncementsQueued(),
        "<speech-announcements-queued>a</speech-announcements-queued>"
      ),
      (
        TextState("a").speechSpellsOutCharacters(),
        "<speech-spells-out-characters>a</speech-spells-out-characters>"
      ),
      (TextState("a").bold().italic(), "_**a**_"),
      (TextState("a").italic().bold(), "**_a_**"),
    ])
  func modifier_isComparedAndDumped(_ text: TextState, dump: String) {
    #expect(String(customDumping: text) == String(customDumping: dump))
    #expect(text != TextState("a"))
    #expect(String(state: text) == "a")
  }

  @Test func modifier_replacesAnEarlierOne() {
    let red = TextState("a").foregroundColor(.red)
    #expect(red != TextState("a").foregroundColor(.blue))
    #expect(red.foregroundColor(.blue) == TextState("a").foregroundColor(.blue))
    #expect(red.foregroundColor(nil) == TextState("a"))
    #expect(TextState("a").font(.title) != TextState("a").font(.title.weight(.heavy)))
    #expect(TextState("a").font(.system(size: 8)) != TextState("a").font(.custom("b", size: 8)))
    #expect(TextState("a").underline(pattern: .dot) != TextState("a").underline(pattern: .dash))
    #expect(TextState("a").underline(pattern: .dot).underline(false) == TextState("a"))
    #expect(TextState("a").speechAdjustedPitch(1) != TextState("a").speechAdjustedPitch(2))
  }

  @Test func color_isDescribed() {
    #expect("\(TextState.Color.mint)" == "mint")
    #expect("\(TextState.Color(red: 1, green: 0.5, blue: 0))" == "#FF8000FF")
    #expect("\(TextState.Color(white: 0, opacity: 2))" == "#000000FF")
    #expect(TextState.Color.red.opacity(0.5) != .red)
  }

  @Test func color_componentsThatAreRoundedAlike_areUnequal() {
    #expect(TextState.Color(white: 0.5) != TextState.Color(white: 0.501))
    #expect(TextState.Color.red.opacity(0.5) != TextState.Color.red.opacity(0.501))
    #expect(TextState.Color(white: 2) == TextState.Color(white: 1))
  }

  @Test func color_ofNoNumber_isZero() {
    #expect("\(TextState.Color(red: .nan, green: 1, blue: .infinity))" == "#00FFFFFF")
    #expect("\(TextState.Color.red.opacity(.nan))" == "0% red")
  }

  @Test func equality_doesNotDependOnHowTheTextIsComposed() {
    let label = TextState("b").bold().italic()
    let other = TextState("b").italic().bold()
    let texts = [label, other].map { TextState("a").accessibilityLabel($0) }
    #expect(texts[0] == texts[1])
    #expect(texts[0].hashValue == texts[1].hashValue)
    #expect(TextState("a") + TextState("").bold() == TextState("a"))
    #expect(TextState("a") + TextState("").bold() + TextState("b") == TextState("ab"))
  }
}
