import ComposableCore

/// The description of an order that fails.
struct OrderStory: CustomStringConvertible {
  let failing: ProgramRun
  /// The usual order, unless it is the one that fails.
  let usual: ProgramRun?
  let states: StateNumbers

  var description: String {
    let deviations = failing.order.deviations.count
    let outcome =
      failing.isControlled ? "The program fails" : "The program waits for uncontrolled work"
    let heading =
      deviations == 0
      ? "\(outcome) in the usual order."
      : "\(outcome) in an order with \(deviations) choice\(deviations == 1 ? "" : "s") "
        + "other than the usual."
    var parts = [heading, failing.problems.map { "  \($0)" }.joined(separator: "\n")]
    if let usual { parts += differences(from: usual) }
    parts.append(
      (deviations == 0
        ? "The order:" : "The order ('→' marks steps that another choice brought forward):")
        + "\n" + lines.joined(separator: "\n"))
    if let usual {
      parts.append(
        "The usual order:\n"
          + usual.events.indices.map { "  " + Self.line($0, in: usual) }
          .joined(separator: "\n"))
    }
    parts.append("To repeat it: explore(replaying: \"\(failing.order)\")")
    return parts.joined(separator: "\n\n")
  }

  /// The events whose order differs, and the states that differ at the end.
  private func differences(from usual: ProgramRun) -> [String] {
    let difference = OrderDifference(failing: failing.events, usual: usual.events)
    var lines = difference.delays.flatMap { delay in
      ["  \(Self.line(delay.event, in: failing))", "  comes after, and usually before:"]
        + delay.overtaking.map { other in
          let properties = other.properties.map { "'\($0)'" }.joined(separator: ", ")
          return "    \(Self.line(other.event, in: failing))"
            + (properties.isEmpty ? "" : " (both change \(properties))")
        }
    }
    lines += difference.additional.map { "  Only here: \(Self.line($0, in: failing))" }
    lines += difference.missing.map {
      "  Only in the usual order: \(Self.line($0, in: usual))"
    }
    var parts = lines.isEmpty ? [] : ["The difference:\n" + lines.joined(separator: "\n")]
    let changes = failing.lastStates.keys.sorted().compactMap { store -> String? in
      guard let state = failing.lastStates[store], let other = usual.lastStates[store] else {
        return nil
      }
      let change = states.change(from: other, to: state)
      return change.isEmpty ? nil : change
    }
    if !changes.isEmpty {
      parts.append(
        "The state at the end ('-' in the usual order, '+' in this one):\n"
          + changes.map(Self.indented).joined(separator: "\n"))
    }
    return parts
  }

  private var lines: [String] {
    let chosen = Set(failing.decisions.filter { $0.index != 0 }.map(\.step))
    return failing.events.indices.map { index in
      let event = failing.events[index]
      let change = event.change.map { $0.isEmpty ? "" : "\n" + Self.indented($0, by: 8) } ?? ""
      return (chosen.contains(event.step) ? "→ " : "  ") + Self.line(index, in: failing) + change
    }
  }

  private static func line(_ index: Int, in run: ProgramRun) -> String {
    let event = run.events[index]
    let cause = event.cause.map { "\(run.events[$0].text) (\($0 + 1)) → " } ?? ""
    return "\(index + 1). \(cause)\(event.text)"
  }

  private static func indented(_ change: String) -> String { indented(change, by: 2) }

  private static func indented(_ change: String, by count: Int) -> String {
    ShortChange.lines(of: change).map { String(repeating: " ", count: count) + $0 }
      .joined(separator: "\n")
  }
}
