/// The threshold at which a reduce or an observer makes a flight recorder write a snapshot.
package struct SlowRule: Equatable, Sendable {
  /// In nanoseconds: longer durations are slow.
  package var limit: Int64
  /// The prefix of a wrapper; nil for all. `*` stands for any text.
  package var prefix: String?
  /// The name of an action; nil for all. `*` stands for any text.
  package var action: String?

  package init(limit: Int64, prefix: String? = nil, action: String? = nil) {
    self.limit = limit
    self.prefix = prefix
    self.action = action
  }

  /// Whether the rule applies to observers as well: they have no prefix.
  var includesObservers: Bool { prefix == nil && action == nil }

  /// The pattern of the events of `composable_latency` that it applies to.
  var pattern: String {
    includesObservers ? "composable_latency:*" : "composable_latency:reduce"
  }

  /// The condition on the fields of slow events, in the language of LTTng's filters.
  var filter: String {
    var terms = ["duration > \(limit)"]
    if let prefix { terms.append("prefix == \(Self.quoted(prefix))") }
    if let action { terms.append("name == \(Self.quoted(action))") }
    return terms.joined(separator: " && ")
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  /// In the form of a command line: `16ms:prefix:action`.
  package var text: String {
    var text = Self.text(nanoseconds: limit)
    if prefix != nil || action != nil { text += ":\(prefix ?? "*")" }
    if let action { text += ":\(action)" }
    return text
  }

  private static func text(nanoseconds: Int64) -> String {
    for (unit, factor) in [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1000)] as [(_, Int64)]
    where nanoseconds >= factor && nanoseconds % factor == 0 {
      return "\(nanoseconds / factor)\(unit)"
    }
    return "\(nanoseconds)ns"
  }
}

extension EventSelection {
  /// The rules by which a session records slow events, so that each snapshot contains its cause.
  ///
  /// One for each event, as LTTng would record an event twice that two rules match.
  static func rules(for slow: [SlowRule]) -> [Rule] {
    var rules: [Rule] = []
    if !slow.isEmpty {
      let filter = slow.map { "(\($0.filter))" }.joined(separator: " || ")
      rules.append(Rule(pattern: "composable_latency:reduce", level: nil, filter: filter))
    }
    if let limit = slow.filter(\.includesObservers).map(\.limit).min() {
      rules.append(
        Rule(pattern: "composable_latency:observer", level: nil, filter: "duration > \(limit)"))
    }
    return rules
  }
}
