import Testing

@testable import TerminalKit

struct PrintableTextTests {
  @Test func linesAreBrokenBetweenWords() {
    #expect("one two three".wrapped(to: 7) == ["one two", "three"])
    #expect("abcdefgh".wrapped(to: 3) == ["abc", "def", "gh"])
  }

  @Test func aBoxIsAsWideAsItsText() {
    #expect(
      "one two three".boxed(to: 11) == [
        "+---------+",
        "| one two |",
        "| three   |",
        "+---------+",
      ])
  }
}
