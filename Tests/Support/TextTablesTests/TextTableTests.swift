import Testing
import TextTables

/// Tables for terminals and for Markdown.
@Suite struct TextTableTests {
  private let table = TextTable(
    heading: "name", names: ["incrementButtonTapped", "日本語", "👨‍👩‍👧"],
    columns: [
      TextTable.Column(heading: "count", importance: 2, cells: ["1", "20", "–"]),
      TextTable.Column(heading: "単位", importance: 1, cells: ["µs", "日", "s"]),
    ])

  @Test func lines_wideNames_areAligned() {
    #expect(
      table.lines(TextLayout()) == [
        "name                   count  単位",
        "incrementButtonTapped      1    µs",
        "日本語                    20    日",
        "👨‍👩‍👧                         –     s",
      ])
  }

  @Test(arguments: 60...100)
  func lines_anyWidth_fit(width: Int) {
    var table = table
    table.names[0] = String(repeating: "長い名前", count: 30)
    for line in table.lines(TextLayout(width: width)) { #expect(line.columns <= width) }
  }

  @Test func lines_noRoom_dropTheLeastImportantColumn() {
    var table = table
    table.names[0] = String(repeating: "x", count: 29)
    table.columns[0].cells[0] = String(repeating: "9", count: 30)
    let lines = table.lines(TextLayout(width: 60))
    #expect(!lines[0].contains("単位"))
    #expect(lines[0].contains("count"))
  }

  @Test func lines_moreRowsThanTheMaximum_areLeftOut() {
    #expect(table.lines(TextLayout(maximumRows: 1)).count == 2)
    #expect(table.lines(TextLayout(maximumRows: 0)).count == 1)
    #expect(TextLayout().maximumRows == 40)
    #expect(TextLayout().withDefault(rows: 10).maximumRows == 10)
    #expect(TextLayout(maximumRows: 40).withDefault(rows: 10).maximumRows == 40)
  }

  @Test func lines_markdown_escapesItsSyntax() {
    var layout = TextLayout()
    layout.isMarkdown = true
    let table = TextTable(
      heading: "a|b", names: ["<b>*x*</b> [y](z) `c` \\"],
      columns: [TextTable.Column(heading: "n_1", importance: 0, cells: ["1|2"])])
    #expect(
      table.lines(layout) == [
        "| a\\|b | n\\_1 |", "|---|---:|",
        "| \\<b\\>\\*x\\*\\</b\\> \\[y\\](z) \\`c\\` \\\\ | 1\\|2 |",
      ])
  }

  @Test func durationColumns_rowWithoutDurations_hasADash() {
    let columns = TextTable.durationColumns([("total", 1, { (value: Int64) in value })]) {
      (row: Int64?) in row
    }
    #expect(columns[0].cell(1500) == "1.50 µs")
    #expect(columns[0].cell(nil) == "–")
  }
}
