import RecordingManifests
import TraceSchema

/// The part of all events that programs emit for a recording: `--kind`, `--prefix` and `--name`.
package struct SourceSelection: Equatable, Codable, Sendable {
  /// The kinds to record; nil for all that the patterns allow.
  package var kinds: Set<EventKind>?
  /// Patterns of prefixes, one of which has to match; empty for all. `*` stands for any text.
  package var prefixes: [String]
  /// The same for names.
  package var names: [String]

  package init(
    kinds: Set<EventKind>? = nil, prefixes: [String] = [], names: [String] = []
  ) {
    self.kinds = kinds
    self.prefixes = prefixes
    self.names = names
  }

  /// The selection of an entry of a manifest.
  init(_ entry: RecordingManifest.Selection) {
    self.init(
      kinds: entry.kinds.map { Set($0.compactMap(EventKind.init)) } ?? Set(EventKind.allCases),
      prefixes: entry.prefixes ?? [], names: entry.names ?? [])
    if entry.isEverything { kinds = nil }
  }

  /// Whether programs select events by prefix or name.
  package var hasPatterns: Bool { !prefixes.isEmpty || !names.isEmpty }

  /// Whether all events are recorded.
  package var isEverything: Bool { self == SourceSelection() }

  /// The recorded kinds, with those that they require.
  ///
  /// Events without a prefix, or without a name, do not match patterns: such kinds are recorded if
  /// they are requested by themselves.
  package var recordedKinds: Set<EventKind> {
    if let kinds { return EventKind.completed(kinds) }
    var all = Set(EventKind.allCases)
    if hasPatterns { all.subtract([.observers, .scopes]) }
    if !prefixes.isEmpty { all.subtract([.sends, .logs]) }
    return all
  }

  /// The recorded events of the provider `composable`.
  var events: Set<TraceSchema.Event> {
    recordedKinds.reduce(into: [.schema, .sampling]) { $0.formUnion($1.events) }
  }

  /// The patterns, in the form that programs read.
  var patternLines: String {
    (prefixes.map { "p\($0)" } + names.map { "n\($0)" }).joined(separator: "\n")
  }

  /// The reason why programs cannot read the patterns, as a sentence without its end; nil if they
  /// can.
  package var objectionToPatterns: String? {
    let bytes = patternLines.utf8.count
    guard bytes > SelectionPage.mostBytes else { return nil }
    return "--prefix and --name have patterns of \(bytes) bytes, and "
      + "\(SelectionPage.mostBytes) is the most: use * in them"
  }

  /// The selection as options of a command line; `everything` without options.
  package var text: String { manifest(since: nil).text }

  /// The entry of a manifest.
  ///
  /// - Parameter since: The time of the change, in UTC; nil for the start of the recording.
  package func manifest(since: String?) -> RecordingManifest.Selection {
    let recorded = recordedKinds
    return RecordingManifest.Selection(
      kinds: recorded.count == EventKind.allCases.count
        ? nil : EventKind.allCases.filter(recorded.contains).map(\.rawValue),
      prefixes: prefixes.isEmpty ? nil : prefixes, names: names.isEmpty ? nil : names,
      since: since)
  }
}
