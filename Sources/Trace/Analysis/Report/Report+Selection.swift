import RecordingManifests

extension Report {
  /// The events that a recording selected: `record --kind`, `--prefix` and `--name`.
  public struct Selection: Codable, Sendable, Equatable {
    /// The recorded kinds of events, such as `actions`; `nil` for all.
    public var kinds: [String]?
    /// Patterns of recorded prefixes; `nil` for all.
    public var prefixes: [String]?
    /// Patterns of recorded names; `nil` for all.
    public var names: [String]?
    /// When it began, in UTC; `nil` for the start of the recording.
    public var since: String?

    init(_ selection: RecordingManifest.Selection) {
      kinds = selection.kinds
      prefixes = selection.prefixes
      names = selection.names
      since = selection.since
    }

    /// Whether both select the same events.
    package func selectsSame(as other: Self) -> Bool {
      (kinds, prefixes, names) == (other.kinds, other.prefixes, other.names)
    }
  }

  /// The selections of the recordings that a trace belongs to; `nil` if they recorded all.
  static func selections(_ summary: TraceSummary) -> [Selection]? {
    let selections = summary.selections
    return selections.isEmpty ? nil : selections.map(Selection.init)
  }

  /// The meaning of findings in a selection.
  package static let remarkOnFindingsOfSelection =
    "Only a selection was recorded: rules that need all events are not judged."
}
