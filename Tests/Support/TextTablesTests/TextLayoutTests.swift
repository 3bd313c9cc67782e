import Glibc
import Testing
import TextTables

/// The width of a text, and its styles.
@Suite struct TextLayoutTests {
  @Test(arguments: [(0, 60), (-5, 60), (60, 60), (160, 160), (161, 160), (.max, 160)])
  func init_width_isLimited(width: Int, expected: Int) {
    #expect(TextLayout(width: width).width == expected)
  }

  @Test func init_fileThatIsNoTerminal_hasTheDefault() {
    let file = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(file) }
    #expect(TextLayout(fileDescriptor: file) == TextLayout())
    #expect(TextLayout(fileDescriptor: -1) == TextLayout())
  }

  @Test func wrapped_wideWords_fitTheColumns() {
    let layout = TextLayout(width: 60)
    let word = "日本語の長い語"
    let lines = layout.wrapped(
      Array(repeating: word, count: 12).joined(separator: " "), indent: "  ")
    #expect(lines.allSatisfy { $0.columns <= 60 })
    #expect(lines.count == 4)
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  日") })
  }

  @Test(arguments: ["91.5 %.", "+4.01 ms", "1,234 actions"])
  func wrapped_number_staysWithItsUnit(figure: String) {
    let start = String(repeating: "x", count: 60 - figure.columns)
    let lines = TextLayout(width: 60).wrapped("\(start) \(figure)")
    #expect(lines == [start, figure])
  }

  @Test func wrapped_wordThatIsTooLong_hasALineOfItsOwn() {
    let long = String(repeating: "x", count: 80)
    let lines = TextLayout(width: 60).wrapped("before \(long) after", indent: "  ")
    #expect(lines == ["before", "  " + long, "  after"])
    #expect(TextLayout().wrapped("").isEmpty)
    #expect(TextLayout().wrapped("  two   spaces ") == ["two spaces"])
  }

  @Test func styled_withoutColors_isUnchanged() {
    var layout = TextLayout()
    #expect(layout.styled("text", .warning) == "text")
    layout.usesColor = true
    #expect(layout.styled("text", .warning) == "\u{1B}[1;31mtext\u{1B}[0m")
    layout.isMarkdown = true
    #expect(layout.styled("text", .warning) == "text")
    #expect(layout.styled("text", .heading) == "**text**")
  }
}
