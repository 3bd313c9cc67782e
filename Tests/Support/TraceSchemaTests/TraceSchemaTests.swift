import CLTTng
import Foundation
import Testing
import TraceSchema

/// The schema, the tracepoints and the documentation declare the same.
/// IntegrationTests/tests_clttng/test_schema.sh compares the declarations of a running program with
/// the documentation.
@Suite struct TraceSchemaTests {
  @Test func theVersionIsThatOfTheProvider() throws {
    #expect(TraceSchema.version == UInt32(COMPOSABLE_SCHEMA_VERSION))
    let title = try #require(DocumentedSchema.text().split(separator: "\n").first)
    #expect(title == "# The trace schema, version \(TraceSchema.version)")
    #expect(TraceSchema.Event.allCases.allSatisfy { $0.since <= Int(TraceSchema.version) })
    let page = try contents(of: "Sources/Trace/Page/Page/scripts/panels/Report.js")
    #expect(page.contains("KNOWN_SCHEMA_VERSION = \(TraceSchema.version);"))
  }

  @Test func eventsAreThoseOfTheProviders() throws {
    let tracepoints = try Tracepoint.all()
    #expect(Set(tracepoints.map(\.name)) == Set(TraceSchema.Event.allCases.map(\.fullName)))
    for event in TraceSchema.Event.allCases {
      let tracepoint = try #require(tracepoints.first { $0.name == event.fullName })
      #expect(tracepoint.level == event.level.name, "\(event)")
      #expect(tracepoint.fields == event.fields.map(\.declaration), "\(event)")
    }
  }

  @Test func enumerationsAreThoseOfTheProviders() throws {
    let header = try contents(of: "Sources/CLTTng/ComposableProvider.h")
    let constants = try contents(of: "Sources/CLTTng/include/CLTTng.h")
    #expect(
      header.matches(of: /LTTNG_UST_TRACEPOINT_ENUM\(\s*composable, (\w+),/).map { String($0.1) }
        == TraceSchema.Enumeration.allCases.map(\.rawValue))
    for enumeration in TraceSchema.Enumeration.allCases {
      let prefix = "composable_\(enumeration.rawValue)_"
      let values = constants.matches(of: /(\w+) COMPOSABLE_SWIFT_NAME\("\w+"\) = (\d+)/)
        .filter { $0.1.hasPrefix(prefix) }
        .map { "\($0.1.dropFirst(prefix.count)) = \($0.2)" }
      #expect(values == enumeration.values.map { "\($0.name) = \($0.value)" })
      for (name, _) in enumeration.values {
        #expect(header.contains("lttng_ust_field_enum_value(\"\(name)\", \(prefix)\(name))"))
      }
    }
  }

  @Test func theDocumentationHasTheSame() throws {
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

extension TraceSchema.Field {
  /// How LTTng's macros declare it.
  fileprivate var declaration: String {
    switch type {
    case .uint8, .uint32, .uint64, .int64: "integer \(type.name)_t \(name)"
    case .string: "string \(name)"
    case .enumeration(let enumeration): "enum \(enumeration.rawValue) \(name)"
    }
  }
}

/// A tracepoint, as a provider's header declares it.
private struct Tracepoint {
  var name: String
  var level = ""
  var fields: [String]

  static func all() throws -> [Tracepoint] {
    let headers = [
      "ComposableProvider.h", "ComposableValuesProvider.h", "ComposableLatencyProvider.h",
    ]
    return try headers.flatMap { try all(in: contents(of: "Sources/CLTTng/\($0)")) }
  }

  private static func all(in header: String) -> [Tracepoint] {
    var tracepoints: [Tracepoint] = []
    var classes: [Substring: [String]] = [:]
    let declarations = header.split(separator: "LTTNG_UST_TRACEPOINT_")
    for declaration in declarations {
      if let match = declaration.prefixMatch(of: /EVENT\(\s*(\w+), (\w+),/) {
        tracepoints.append(
          Tracepoint(name: "\(match.1):\(match.2)", fields: fields(of: declaration)))
      } else if let match = declaration.prefixMatch(of: /EVENT_CLASS\(\s*\w+, (\w+),/) {
        classes[match.1] = fields(of: declaration)
      } else if let match = declaration.prefixMatch(
        of: /EVENT_INSTANCE\(\s*\w+, (\w+), (\w+), (\w+),/)
      {
        tracepoints.append(
          Tracepoint(name: "\(match.2):\(match.3)", fields: classes[match.1] ?? []))
      }
    }
    // The level is named by another macro.
    let levels = header.matches(
      of: /LTTNG_UST_TRACEPOINT_LOGLEVEL\(\s*(\w+), (\w+), LTTNG_UST_TRACEPOINT_LOGLEVEL_(\w+)\)/)
    for level in levels {
      for index in tracepoints.indices where tracepoints[index].name == "\(level.1):\(level.2)" {
        tracepoints[index].level = String(level.3)
      }
    }
    return tracepoints
  }

  private static func fields(of declaration: Substring) -> [String] {
    declaration.matches(of: /lttng_ust_field_(integer|string|enum)\(([^)]*)\)/).map { match in
      let arguments = match.2.split(separator: ", ")
      return switch match.1 {
      case "integer": "integer \(arguments[0]) \(arguments[1])"
      case "string": "string \(arguments[0])"
      default: "enum \(arguments[1]) \(arguments[3])"
      }
    }
  }
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

private func contents(of file: String) throws -> String {
  let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  return try String(contentsOf: repository.appendingPathComponent(file), encoding: .utf8)
}
