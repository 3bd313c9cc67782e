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
}
