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

  package init(level: Level = .debug, includesStateDiffs: Bool = false) {
    self.level = level
    self.includesStateDiffs = includesStateDiffs
  }

  /// What selects events: a pattern, and the least important level that is selected, if not all are.
  struct Rule {
    var pattern: String
    var level: Int?

    /// As `lttng load` reads it.
    var xml: String {
      let level =
        level.map { "<loglevel_type>RANGE</loglevel_type><loglevel>\($0)</loglevel>" }
        ?? "<loglevel_type>ALL</loglevel_type>"
      return "<event><name>\(pattern)</name><enabled>true</enabled><type>TRACEPOINT</type>\(level)"
        + "</event>"
    }
  }

  var rules: [Rule] {
    [Rule(pattern: "composable:*", level: level == .debug ? nil : level.number)]
      + (includesStateDiffs ? [Rule(pattern: "composable_values:*", level: nil)] : [])
  }
}
