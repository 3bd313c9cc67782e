import TraceSchema

/// The commands that change the event rules of a channel while its session records.
///
/// Ends stay enabled, so that a span whose begin is recorded keeps its end: programs emit no other
/// ends. They are enabled before begins, for the same reason.
struct RuleChange {
  /// A command of LTTng.
  struct Step: Equatable {
    var command: [String]
    /// The rules that are enabled after it.
    var enabled: [EventSelection.Rule]
  }

  private(set) var steps: [Step] = []

  /// - Parameters:
  ///   - old: The enabled rules of the channel.
  ///   - new: The rules of the new selection.
  init(
    from old: [EventSelection.Rule], to new: [EventSelection.Rule], session: String, channel: String
  ) {
    let place = ["--userspace", "--session=\(session)", "--channel=\(channel)"]
    let kept = Self.ends(of: old).filter { end in
      !new.contains { $0.pattern == end.pattern || $0.matchesAll }
    }
    let wanted = kept + new
    var enabled = old
    var added = wanted.filter { !old.contains($0) }
    let firstBegin = added.partition { !Self.endNames.contains($0.pattern) }
    for rules in [added[..<firstBegin], added[firstBegin...]] {
      var rest = rules
      while let first = rest.first {
        let alike = rest.filter { $0.level == first.level && $0.filter == first.filter }
        rest.removeAll(where: alike.contains)
        enabled += alike
        let names = alike.map(\.pattern).joined(separator: ",")
        steps.append(
          Step(command: ["enable-event"] + place + first.conditions + [names], enabled: enabled))
      }
    }
    // LTTng disables all rules of a name.
    let removed = old.map(\.pattern).filter { pattern in
      !wanted.contains { $0.pattern == pattern }
    }
    if !removed.isEmpty {
      steps.append(
        Step(
          command: ["disable-event"] + place + [removed.joined(separator: ",")], enabled: wanted))
    }
  }

  private static let endNames = Set(
    [
      TraceSchema.Event.actionEnd, .effectOutput, .effectEnd, .intervalEnd, .observeEnd,
      .storeReleased,
    ].map(\.fullName))

  /// The rules of the ends that are enabled.
  private static func ends(of rules: [EventSelection.Rule]) -> [EventSelection.Rule] {
    rules.flatMap { rule in
      if rule.matchesAll {
        return endNames.sorted().map {
          EventSelection.Rule(pattern: $0, level: rule.level, filter: rule.filter)
        }
      }
      return endNames.contains(rule.pattern) ? [rule] : []
    }
  }
}

extension EventSelection.Rule {
  /// Whether it selects all events of the provider `composable`.
  fileprivate var matchesAll: Bool { pattern == "composable:*" }

  /// The options of the command that enables it.
  fileprivate var conditions: [String] {
    (level == nil ? [] : ["--loglevel=\(EventSelection.Level.info.name)"])
      + (filter.map { ["--filter=\($0)"] } ?? [])
  }
}
