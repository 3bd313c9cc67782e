import ArgumentParser
import TraceAnalysis
import TraceRecording

/// The options that select the events that programs emit, of `record`, `start` and `set`.
///
/// Patterns have the form of ``FilterOptions``, which select when a recording is read.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Record only this kind of events; help set lists them.", valueName: "kind"),
    transform: SelectedKind.parse)
  var kind: [SelectedKind] = []

  @Option(
    help: ArgumentHelp(
      "Record only this prefix; * stands for any text.", valueName: "pattern"))
  var prefix: [String] = []

  @Option(
    help: ArgumentHelp("Record only this name; * stands for any text.", valueName: "pattern"))
  var name: [String] = []

  func validate() throws {
    if kind.contains(.all), kind.count > 1 {
      throw ValidationError("--kind all contradicts another --kind.")
    }
    let patterns = prefix + name
    for pattern in patterns where pattern.unicodeScalars.contains(where: { $0.value < 32 }) {
      throw ValidationError("A pattern of --prefix or --name has no control characters.")
    }
    if let objection = selection.objectionToPatterns {
      throw ValidationError(objection + ".")
    }
  }

  var isGiven: Bool { !kind.isEmpty || hasPatterns }

  var hasPatterns: Bool { !prefix.isEmpty || !name.isEmpty }

  /// The options as a change of a running recording.
  var request: SelectionRequest {
    SelectionRequest(
      kinds: kind.isEmpty ? nil : Set(kind.compactMap(\.kind)),
      prefixes: prefix.isEmpty ? nil : Self.patterns(prefix),
      names: name.isEmpty ? nil : Self.patterns(name))
  }

  var selection: SourceSelection { request.applied(to: SourceSelection()) }

  /// The patterns; none if one of them matches every text.
  private static func patterns(_ texts: [String]) -> [String] {
    texts.contains { $0.allSatisfy { $0 == "*" } && !$0.isEmpty } ? [] : texts
  }
}

/// A kind of events as an argument, or all of them.
enum SelectedKind: Equatable {
  case all
  case one(EventKind)

  static func parse(_ argument: String) throws -> SelectedKind {
    if argument == "all" { return .all }
    if let kind = EventKind(rawValue: argument) { return .one(kind) }
    throw ValidationError("There is no kind '\(argument)' of events: \(names).")
  }

  /// The kinds, as a list for readers.
  static let names = EventKind.allCases.map(\.rawValue).joined(separator: ", ") + ", or all"

  var kind: EventKind? {
    if case .one(let kind) = self { kind } else { nil }
  }
}
