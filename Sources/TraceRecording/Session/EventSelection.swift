/// Which events a session records.
package struct EventSelection: Equatable, Sendable {
  /// The least important level to record.
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
  }

  package var level: Level
  /// Whether to record what actions change in states.
  package var includesStateDiffs: Bool
  /// What to leave out of the texts that a program has composed.
  package var leavesOut: Texts
  /// What a flight recorder is to notice: these are recorded with their durations.
  package var slow: [SlowRule] = []

  /// Texts that a program composes, and that can hold anything.
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

  /// What selects events: a pattern, and the least important level that is selected, if not all
  /// are.
  struct Rule {
    var pattern: String
    var level: Int?
    /// Names of events that the pattern matches and that are not selected.
    var exclusions: [String] = []
    /// What holds of the fields of the events that are selected.
    var filter: String?

    /// As `lttng load` reads it.
    var xml: String {
      let level =
        level.map { "<loglevel_type>RANGE</loglevel_type><loglevel>\($0)</loglevel>" }
        ?? "<loglevel_type>ALL</loglevel_type>"
      let filter = filter.map { "<filter>\(SessionConfiguration.escaped($0))</filter>" } ?? ""
      let excluded = exclusions.map { "<exclusion>\($0)</exclusion>" }.joined()
      return "<event><name>\(pattern)</name><enabled>true</enabled><type>TRACEPOINT</type>\(level)"
        + filter + (excluded.isEmpty ? "" : "<exclusions>\(excluded)</exclusions>") + "</event>"
    }
  }

  /// No event is matched by two of them, which LTTng would record twice.
  var rules: [Rule] {
    let level = level == .debug ? nil : level.number
    let withMessages = ["composable:interval_begin", "composable:interval_end", "composable:event"]
    var exclusions: [String] = []
    if leavesOut.contains(.logs) { exclusions.append("composable:log") }
    if leavesOut.contains(.payloads) {
      exclusions += ["action_payload", "action_data", "state_data", "state_digest"]
        .map { "composable:\($0)" }
    }
    if leavesOut.contains(.messages) { exclusions += withMessages }
    var rules = [Rule(pattern: "composable:*", level: level, exclusions: exclusions)]
    if leavesOut.contains(.messages) {
      // The program leaves them empty, as its environment asks it to. One that does not, because it
      // has an older library or was not started by this recording, has these events left out.
      rules += withMessages.map { Rule(pattern: $0, level: level, filter: "message == \"\"") }
    }
    if includesStateDiffs { rules.append(Rule(pattern: "composable_values:*", level: nil)) }
    rules += Self.rules(for: slow)
    return rules
  }

  /// What the program's environment has to say for it.
  var environment: [(name: String, value: String)] {
    leavesOut.contains(.messages) ? [("SIGNPOST_MESSAGES", "0")] : []
  }
}
