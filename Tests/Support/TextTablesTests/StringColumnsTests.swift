import Testing
import TextTables

/// The width of texts on a terminal.
@Suite struct StringColumnsTests {
  @Test(arguments: [
    ("", 0), ("plain", 5), ("café", 4), ("cafe\u{301}", 4), ("日本語", 6), ("ｶﾅ", 2), ("한글", 4),
    ("🙂", 2), ("👨‍👩‍👧", 2), ("🇫🇷", 2), ("❤️", 2), ("❤", 1), ("⌚", 2), ("µ – ×", 5), ("👍🏽", 2),
  ])
  func columns_wideCharacters_countTwice(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test(arguments: [
    "incrementButtonTapped", "日本語の名前です", "a👨‍👩‍👧b👨‍👩‍👧c", "日a本b語c", "cafe\u{301} cafe\u{301}",
  ])
  func truncatedInTheMiddle_anyWidth_fitsAndKeepsBothEnds(text: String) {
    for width in 0...text.columns + 2 {
      let cut = text.truncatedInTheMiddle(to: width)
      #expect(cut.columns <= width)
      if width >= text.columns {
        #expect(cut == text)
      } else if width > 1 {
        let parts = cut.split(separator: "…", omittingEmptySubsequences: false)
        #expect(parts.count == 2)
        #expect(text.hasPrefix(String(parts[0])) && text.hasSuffix(String(parts[1])))
        // Half a character is the most that is left free.
        #expect(cut.columns >= width - 2)
      }
      #expect(cut.padded(to: width).columns == max(width, cut.columns))
      #expect(text.cut(to: width).columns <= width)
    }
  }

  @Test func padded_wideText_fillsUpToTheColumns() {
    #expect("日本".padded(to: 6) == "日本  ")
    #expect("日本".padded(to: 6, onTheLeft: true) == "  日本")
    #expect("日本".padded(to: 3) == "日本")
  }

  @Test(arguments: [
    ("plain", "plain"), ("\u{1B}[31mred\u{1B}[0m", "\u{FFFD}[31mred\u{FFFD}[0m"),
    ("a\u{9B}2Jb", "a\u{FFFD}2Jb"), ("two\nlines\t", "two\u{FFFD}lines\u{FFFD}"),
    ("abc\u{202E}cba", "abc\u{FFFD}cba"), ("\u{2028}", "\u{FFFD}"),
    ("zero\u{200B}width", "zero\u{FFFD}width"),
    ("👨‍👩‍👧", "👨‍👩‍👧"), ("می‌خواهم", "می‌خواهم"), ("日本 🇫🇷 é", "日本 🇫🇷 é"),
  ])
  func printable_controlSequences_areReplacedAndJoinersAreNot(text: String, expected: String) {
    #expect(text.printable().unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test func displayName_emptyName_saysSo() {
    #expect(displayName(prefix: "", name: "") == "(no name)")
    #expect(displayName(prefix: "a\u{1B}", name: "tapped") == "[a\u{FFFD}] tapped")
  }
}
