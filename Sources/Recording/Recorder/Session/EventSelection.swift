import TraceSchema

/// The events that a session records.
package struct EventSelection: Equatable, Sendable {
  /// The least severe level to record.
  package enum Level: String, CaseIterable, Sendable {
    /// Actions, effects, stores, signposters and log records.
    case info
    /// Also sends, child stores, observers and payloads.
    case debug

    /// LTTng's number of it.
    fileprivate var number: Int {
      switch self {
      case .info: 6
      case .debug: 14
      }
    }

    /// LTTng's name of it.
    var name: String { rawValue.uppercased() }
  }

  package var level: Level
  /// Whether to record state differences.
  package var includesStateDiffs: Bool
  /// The texts composed by a program that are not recorded.
  package var leavesOut: Texts
  /// The thresholds of a flight recorder: events that exceed them are recorded with their
  /// durations.
  package var slow: [SlowRule] = []
  /// The other conditions of a flight recorder, whose events have to be recorded.
  package var conditions: [SnapshotCondition] = []
  /// The chains of actions that programs record; nil for all.
  package var sample: ChainSample?
  /// The kinds, prefixes and names that programs record.
  package var source = SourceSelection()
  /// The most actions that a program records in a second; nil for no limit.
  package var maxRate: ActionRate?
  /// Whether state dumps go to a channel of their own: see ``stateDumpRules``.
  package var separatesStateDumps = false

  /// Texts that a program composes, with arbitrary contents.
  package struct Texts: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Log records.
    package static let logs = Self(rawValue: 1 << 0)
    /// The messages of signposters' intervals and events.
    package static let messages = Self(rawValue: 1 << 1)
    /// The payloads of actions.
    package static let payloads = Self(rawValue: 1 << 2)
  }

  package init(
    level: Level = .debug, includesStateDiffs: Bool = false, leavingOut texts: Texts = []
  ) {
    self.level = level
    self.includesStateDiffs = includesStateDiffs
    leavesOut = texts
  }

  /// A rule that selects events: a pattern, and the least severe level, unless all levels are
  /// selected.
  struct Rule: Equatable {
    var pattern: String
    var level: Int?
    /// The condition on the fields of selected events.
    var filter: String?

    /// In the form that `lttng load` reads.
    var xml: String {
      let level =
        level.map { "<loglevel_type>RANGE</loglevel_type><loglevel>\($0)</loglevel>" }
        ?? "<loglevel_type>ALL</loglevel_type>"
      let filter = filter.map { "<filter>\(SessionConfiguration.escaped($0))</filter>" } ?? ""
      return "<event><name>\(pattern)</name><enabled>true</enabled><type>TRACEPOINT</type>\(level)"
        + filter + "</event>"
    }
  }

  /// No event matches two of them, as LTTng would record it twice.
  var rules: [Rule] {
    let level = level == .debug ? nil : level.number
    let withMessages = ["composable:interval_begin", "composable:interval_end", "composable:event"]
    let unselected = unselected
    var excluded = unselected
    if leavesOut.contains(.logs) { excluded.insert("composable:log") }
    if leavesOut.contains(.payloads) {
      for name in ["action_payload", "action_data", "state_data", "state_digest"] {
        excluded.insert("composable:\(name)")
      }
    }
    if leavesOut.contains(.messages) { excluded.formUnion(withMessages) }
    if separatesStateDumps { excluded.formUnion(Self.announcing + Self.describing) }
    var rules = Self.patterns(without: excluded).map { Rule(pattern: $0, level: level) }
    if leavesOut.contains(.messages) {
      // The program leaves them empty, because of a variable in its environment. For a program that
      // does not, because it has an older library or was not started by this recording, these
      // events are excluded.
      rules += withMessages.filter { !unselected.contains($0) }
        .map { Rule(pattern: $0, level: level, filter: "message == \"\"") }
    }
    if separatesStateDumps {
      rules += announcing.map { Rule(pattern: $0, level: nil, filter: "announced == 0") }
    }
    if includesStateDiffs { rules.append(Rule(pattern: "composable_values:*", level: nil)) }
    rules += Self.rules(for: slow)
    return rules
  }

  /// The events of state dumps, for the channel of a flight recorder that contains nothing else.
  ///
  /// A dump of all stores, repeated every few seconds, would overwrite the events between the
  /// dumps, and a busy program would overwrite the dumps.
  var stateDumpRules: [Rule] {
    Self.describing.map { Rule(pattern: $0, level: nil) }
      + announcing.map { Rule(pattern: $0, level: nil, filter: "announced != 0") }
  }

  /// The events of the provider `composable` of kinds that are not recorded.
  private var unselected: Set<String> {
    let events = source.events
    return Set(
      TraceSchema.Event.allCases.filter { $0.provider == .composable && !events.contains($0) }
        .map(\.fullName))
  }

  /// The selected events that a state dump repeats.
  private var announcing: [String] {
    Self.announcing.filter { !unselected.contains($0) }
  }

  /// The patterns of the events of the provider `composable`, except some.
  ///
  /// LTTng has exclusions for that. Its session daemon 2.13 ends by a segmentation fault when a
  /// session with exclusions is listed.
  private static func patterns(without excluded: Set<String>) -> [String] {
    let provider = "composable:"
    if excluded.isEmpty { return [provider + "*"] }
    return TraceSchema.Event.allCases.map(\.fullName)
      .filter { $0.hasPrefix(provider) && !excluded.contains($0) }
  }

  /// The events that describe a process.
  private static let describing = ["composable:schema", "composable:sampling"]
  /// The events that a state dump repeats.
  private static let announcing = ["composable:store_created", "composable:effect_begin"]

  /// The variables for the program's environment.
  var environment: [(name: String, value: String)] {
    var variables: [(name: String, value: String)] = []
    if leavesOut.contains(.messages) { variables.append(("SIGNPOST_MESSAGES", "0")) }
    if let sample { variables.append(("SIGNPOST_SAMPLE", sample.text)) }
    if let maxRate { variables.append(("SIGNPOST_MAX_RATE", "\(maxRate.perSecond)")) }
    return variables
  }
}
