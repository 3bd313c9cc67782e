import Foundation
import Testing
import TraceSchema

/// The schema, the tracepoints and the documentation declare the same.
///
/// IntegrationTests/tests_clttng/test_schema.sh compares the declarations of a running program with
/// the documentation.
@Suite struct TraceSchemaTests {
  /// `RECORD_FIXTURES=1` writes the files.
  @Test(arguments: GeneratedFile.all)
  func generatedFile_schema_isItsSource(_ file: GeneratedFile) throws {
    let text = try file.make()
    if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] != nil {
      try text.write(to: repositoryFile(file.path), atomically: true, encoding: .utf8)
    }
    #expect(
      try contents(of: file.path) == text,
      "write it with RECORD_FIXTURES=1 swift test --filter TraceSchemaTests")
  }

  @Test func version_document_isNamed() throws {
    let title = try #require(DocumentedSchema.text().split(separator: "\n").first)
    #expect(title == "# The trace schema, version \(TraceSchema.version)")
  }

  @Test func documentation_tables_haveTheSchema() throws {
    let events = try DocumentedSchema.rows("Events").map { $0[..<3].joined(separator: " ") }
    #expect(
      events.sorted()
        == TraceSchema.Event.allCases.map { "\($0.documentedName) \($0.level.name) \($0.since)" }
        .sorted())
    var fields: [String: [String]] = [:]
    for row in try DocumentedSchema.rows("Fields") {
      for event in row[0].split(separator: ", ") {
        fields[String(event), default: []].append("\(row[1]) \(row[2])")
      }
    }
    for event in TraceSchema.Event.allCases {
      #expect(
        fields[event.documentedName]
          == event.fields.map { field in
            "\(field.name) \(field.type.name.replacing("`", with: ""))"
          }, "\(event)")
    }
    #expect(fields.count == TraceSchema.Event.allCases.count)
    #expect(
      try DocumentedSchema.rows("Enumerations").map { $0.joined(separator: ": ") }
        == TraceSchema.Enumeration.allCases.map { enumeration in
          let values = enumeration.values.map { "\($0.name) = \($0.value)" }
          return "\(enumeration.rawValue): \(values.joined(separator: ", "))"
        })
  }
}

extension TraceSchema.Event {
  /// How the documentation calls it: the usual provider is left out.
  fileprivate var documentedName: String { provider == .composable ? rawValue : fullName }
}

/// The tables of Documentation/TraceSchema.md.
private enum DocumentedSchema {
  static func text() throws -> String {
    try contents(of: "Documentation/TraceSchema.md")
  }

  /// The cells of the first table under a heading, without back quotes.
  static func rows(_ heading: String) throws -> [[String]] {
    try text().split(separator: "\n")
      .drop { $0 != "## \(heading)" }.dropFirst()
      .prefix { !$0.hasPrefix("#") }
      .filter { $0.hasPrefix("| `") }
      .map { row in
        row.split(separator: "|").map { cell in
          cell.replacing("`", with: "").trimmingCharacters(in: .whitespaces)
        }
      }
  }
}
