import Testing

@testable import Signpost

@Suite struct RecordedTextTests {
  @Test func limited_anyLimit_isNotExceeded() {
    for limit in 0...12 {
      for text in ["", "a", "abcdefghijklmn", "äöüäöü", "😀😀😀", "a\0\0\0\0\0"] {
        let limited = RecordedText.limited(text, to: limit)
        #expect(limited.utf8.count <= limit, "\(text.debugDescription) to \(limit)")
      }
    }
    #expect(RecordedText.limited("abcd", to: 2) == "ab")
    #expect(RecordedText.limited("abcd", to: 3) == "…")
    #expect(RecordedText.limited("abcd", to: 4) == "abcd")
    #expect(RecordedText.limited("abcde", to: 4) == "a…")
    #expect(RecordedText.limited("äb", to: 1) == "")
  }

  @Test func limited_nul_isReplacedByItsSymbol() {
    #expect(RecordedText.limited("before\0after") == "before␀after")
    #expect(RecordedText.limited("\0\0") == "␀␀")
    #expect(RecordedText.limited("\0\u{301}") == "␀\u{301}")
  }
}
