import Foundation
import Testing
import TraceSchema

/// A file of the repository whose content follows from ``TraceSchema``.
struct GeneratedFile: CustomTestStringConvertible, Sendable {
  var path: String
  var make: @Sendable () throws -> String

  var testDescription: String { path }

  static let all = [
    GeneratedFile(path: "Sources/CLTTng/include/ComposableSchema.h") { try schemaHeader() },
    GeneratedFile(path: "Sources/CLTTng/include/ComposableEvents.h") { try eventsHeader() },
    GeneratedFile(path: "Sources/CLTTng/ComposableProvider.h") {
      providerHeader(
        .composable, "ComposableProvider",
        """
        // The events of Documentation/TraceSchema.md, in the language of LTTng's generator, which
        // includes this file several times, each time with other definitions of the same macros.
        """)
    },
    GeneratedFile(path: "Sources/CLTTng/ComposableValuesProvider.h") {
      providerHeader(
        .composableValues, "ComposableValuesProvider",
        """
        // The events with values of a program, of Documentation/TraceSchema.md: in a separate
        // provider, so that a session which records `composable:*` does not record them.
        """)
    },
    GeneratedFile(path: "Sources/CLTTng/ComposableLatencyProvider.h") {
      providerHeader(
        .composableLatency, "ComposableLatencyProvider",
        """
        // The events with durations, of Documentation/TraceSchema.md: in a separate provider, so
        // that clocks are read only while a session or a trigger enables them by name.
        """)
    },
    GeneratedFile(path: "Sources/Trace/Page/Page/scripts/panels/Report.js") {
      try contents(of: "Sources/Trace/Page/Page/scripts/panels/Report.js")
        .replacing(
          /KNOWN_SCHEMA_VERSION = \d+;/, with: "KNOWN_SCHEMA_VERSION = \(TraceSchema.version);")
    },
  ]

  private static let mark = "// Generated from TraceSchema: see CONTRIBUTING.md, “Adding an event”."

  // MARK: - For the rest of the package

  private static func schemaHeader() throws -> String {
    let source = try contents(of: "Sources/Support/Schema/TraceSchema+Enumerations.swift")
    var text = """
      \(mark)

      /// The version of the schema that this provider writes.
      #define COMPOSABLE_SCHEMA_VERSION \(TraceSchema.version)

      """
    for enumeration in TraceSchema.Enumeration.allCases {
      let type = "composable_\(enumeration.rawValue)"
      let declaration = try declaration(of: enumeration, in: source)
      text += "\n\(comment(before: "public enum", in: declaration))"
      text += "typedef COMPOSABLE_ENUM(\(type)) {\n"
      for (name, value) in enumeration.values {
        text += comment(before: "case \(name) = ", in: declaration, indent: "  ")
        text += "  \(type)_\(name) COMPOSABLE_SWIFT_NAME(\"\(name)\") = \(value),\n"
      }
      text += "} \(type);\n"
    }
    return text
  }

  /// The lines of an enumeration in the source, with its comment.
  private static func declaration(
    of enumeration: TraceSchema.Enumeration, in source: String
  ) throws -> Substring {
    // The name of the type is in the comment of its case.
    let name = try Regex(
      "/// ``(\\w+)``\n    case \(enumeration)\\b", as: (Substring, Substring).self)
    guard let type = try name.firstMatch(in: source)?.1,
      let start = source.range(of: "  public enum \(type):"),
      let end = source[start.upperBound...].range(of: "\n  }\n")
    else { throw CocoaError(.fileReadCorruptFile) }
    let lines = source[..<start.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
    let comment = lines.dropLast().reversed().prefix { $0.hasPrefix("  ///") }
    return source[(comment.last?.startIndex ?? start.lowerBound)..<end.upperBound]
  }

  private static func eventsHeader() throws -> String {
    let source = try contents(of: "Sources/Support/Schema/TraceSchema+Event.swift")
    var text = """
      \(mark)
      //
      // The events: their names, the functions that emit them, and the arguments of their
      // tracepoints. Documentation/TraceSchema.md defines their meanings.
      //
      // Included several times, each time with another meaning of COMPOSABLE_EVENT(provider, event,
      // parameters, arguments…). For each event `x` there is `composable_x_enabled()`, whether a
      // session records it, and `composable_x_do(…)`, which records it.

      """
    for event in TraceSchema.Event.allCases {
      let parameters = event.fields.map { "\($0.type.parameter)\($0.name)" }
      text += """

        \(comment(before: "case \(event)", in: source[...]))COMPOSABLE_EVENT(
            \(event.provider.rawValue), \(event.rawValue),
        \(wrapped(parameters, "    (", "),", continuation: "     "))
        \(wrapped(event.fields.map(\.name), "    ", ")", continuation: "    "))

        """
    }
    return text + "\n#undef COMPOSABLE_EVENT\n"
  }

  /// The comment above a line of the source.
  private static func comment(
    before line: String, in source: Substring, indent: String = ""
  ) -> String {
    let lines = source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let index = lines.firstIndex { text in
      guard text.hasPrefix(line) else { return false }
      return text.dropFirst(line.count).first.map { !$0.isLetter } ?? true || line.hasSuffix(" ")
    }
    return lines[..<(index ?? 0)].reversed().prefix { $0.hasPrefix("///") }.reversed()
      .map { indent + $0 + "\n" }.joined()
  }

  // MARK: - For LTTng's generator

  private static func providerHeader(
    _ provider: TraceSchema.Provider, _ file: String, _ purpose: String
  ) -> String {
    let guardName =
      file.replacing(/(?<small>[a-z])(?<large>[A-Z])/) {
        "\($0.small)_\($0.large)"
      }.uppercased() + "_H"
    let enumerations = provider == .composable ? TraceSchema.Enumeration.allCases : []
    return """
      \(mark)
      //
      \(purpose)

      #undef LTTNG_UST_TRACEPOINT_PROVIDER
      #define LTTNG_UST_TRACEPOINT_PROVIDER \(provider.rawValue)

      #undef LTTNG_UST_TRACEPOINT_INCLUDE
      #define LTTNG_UST_TRACEPOINT_INCLUDE "\(file).h"

      #if !defined(\(guardName)) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
      #define \(guardName)

      #include <lttng/tracepoint.h>

      #include "CLTTng.h"

      \(enumerations.map(tracepointEnumeration).joined())\
      \(TraceSchema.Event.allCases.filter { $0.provider == provider }.map(tracepoint).joined())\
      #endif

      #include <lttng/tracepoint-event.h>

      """
  }

  private static func tracepointEnumeration(_ enumeration: TraceSchema.Enumeration) -> String {
    let values = enumeration.values.map {
      """
              lttng_ust_field_enum_value("\($0.name)", composable_\(enumeration.rawValue)_\($0.name))
      """
    }
    return """
      LTTNG_UST_TRACEPOINT_ENUM(
          composable, \(enumeration.rawValue),
          LTTNG_UST_TP_ENUM_VALUES(
      \(values.joined(separator: "\n"))))


      """
  }

  private static func tracepoint(_ event: TraceSchema.Event) -> String {
    let name = "\(event.provider.rawValue), \(event.rawValue)"
    let arguments = event.fields.map { "\($0.type.recorded), \($0.argument)" }
    let level = [name, "LTTNG_UST_TRACEPOINT_LOGLEVEL_\(event.level.name)"]
    return """
      LTTNG_UST_TRACEPOINT_EVENT(
          \(name),
      \(wrapped(arguments, "    LTTNG_UST_TP_ARGS(", "),", continuation: "        "))
          LTTNG_UST_TP_FIELDS(
      \(event.fields.map { "        \($0.declaration)" }.joined(separator: "\n"))))
      \(wrapped(level, "LTTNG_UST_TRACEPOINT_LOGLEVEL(", ")", continuation: "    "))


      """
  }

  /// A list on one line, or on several lines after the opening bracket.
  private static func wrapped(
    _ items: [String], _ start: String, _ end: String, continuation: String
  ) -> String {
    let line = start + items.joined(separator: ", ") + end
    if line.count <= 100 { return line }
    let opensLine = start.last == "(" && start.count > continuation.count
    var lines = opensLine ? [start] : []
    var current = opensLine ? continuation : start
    for (index, item) in items.enumerated() {
      let text = item + (index == items.count - 1 ? end : ",")
      if current != continuation, current != start, current.count + 1 + text.count > 100 {
        lines.append(current)
        current = continuation
      }
      current += (current == continuation || current == start ? "" : " ") + text
    }
    return (lines + [current]).joined(separator: "\n")
  }
}

extension TraceSchema.FieldType {
  /// The type of a parameter in C, as far as it stands before the name.
  fileprivate var parameter: String {
    switch self {
    // All of these are conditions.
    case .uint8: "bool "
    case .uint32, .uint64, .int64: "\(name)_t "
    case .string: "const char *_Nonnull "
    case .enumeration(let enumeration): "composable_\(enumeration.rawValue) "
    }
  }

  /// The type that LTTng records.
  fileprivate var recorded: String {
    switch self {
    case .uint8, .uint32, .uint64, .int64: "\(name)_t"
    case .string: "const char *"
    case .enumeration: "uint8_t"
    }
  }
}

extension TraceSchema.Field {
  /// The name of the argument of the tracepoint.
  fileprivate var argument: String {
    if case .enumeration = type { "\(name)_value" } else { name }
  }

  /// The field in LTTng's macros.
  fileprivate var declaration: String {
    switch type {
    case .uint8, .uint32, .uint64, .int64:
      "lttng_ust_field_integer(\(type.recorded), \(name), \(name))"
    case .string: "lttng_ust_field_string(\(name), \(name))"
    case .enumeration(let enumeration):
      "lttng_ust_field_enum(composable, \(enumeration.rawValue), uint8_t, \(name), \(argument))"
    }
  }
}

func contents(of file: String) throws -> String {
  try String(contentsOf: repositoryFile(file), encoding: .utf8)
}

func repositoryFile(_ path: String) -> URL {
  URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent(path)
}
