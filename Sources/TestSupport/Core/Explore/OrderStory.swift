import ComposableCore

/// The description of an order that fails.
struct OrderStory: CustomStringConvertible {
  let failing: ProgramRun
  let usual: ProgramRun?

  var description: String {
    let deviations = failing.order.deviations.count
    let heading =
      deviations == 0
      ? "The program fails in the usual order."
      : "The program fails in an order with \(deviations) choice\(deviations == 1 ? "" : "s") "
        + "other than the usual."
    var parts = [heading, failing.problems.map { "  \($0)" }.joined(separator: "\n")]
    parts.append(
      (deviations == 0
        ? "The order:" : "The order ('→' marks steps that another choice brought forward):")
        + "\n" + lines.joined(separator: "\n"))
    if deviations > 0, let usual {
      parts.append("The usual order:\n" + Self.names(of: usual).joined(separator: "\n"))
    }
    parts.append("To repeat it: explore(replaying: \"\(failing.order)\")")
    return parts.joined(separator: "\n\n")
  }

  private var lines: [String] {
    let chosen = Set(failing.decisions.filter { $0.index != 0 }.map(\.step))
    return zip(failing.events, Self.names(of: failing)).map { event, name in
      let change = (event.change ?? "").split(separator: "\n").map { "\n        \($0)" }.joined()
      return (chosen.contains(event.step) ? "→" : " ") + String(name.dropFirst()) + change
    }
  }

  private static func names(of run: ProgramRun) -> [String] {
    run.events.enumerated().map { index, event in
      let cause = event.cause.map { "\(run.events[$0].text) (\($0 + 1)) → " } ?? ""
      return "  \(index + 1). \(cause)\(event.text)"
    }
  }
}
