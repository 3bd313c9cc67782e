import TextTables

/// A known mistake without a rule.
public struct UnjudgedMistake: Sendable, Equatable {
  /// The mistake in a few words.
  public var title: String
  /// The reason why a recording cannot show it, and the tool that helps.
  public var reason: String

  /// All mistakes without a rule.
  public static let all = [
    UnjudgedMistake(
      title: "Effects that follow each other could run at the same time",
      reason: """
        The trace does not show whether the second effect needs a result of the first. signpost \
        path shows which effects follow each other.
        """),
    UnjudgedMistake(
      title: "An effect is started again while the same one runs",
      reason: """
        The trace has the action that starts an effect, not the row or the request that it serves: \
        images of several rows, messages that are sent one after the other, and bids that are \
        confirmed and counted look the same. signpost races lists the answers that could have come \
        in the other order, and changed the same property; its test finds the ones whose order \
        matters. Effect.cancellable(id:cancelInFlight:) ends the earlier effect.
        """),
    UnjudgedMistake(
      title: "The slow actions of a name have something in common",
      reason: """
        In a single recording, the slowest twentieth shares something by chance in most names. The \
        page shows each of them with its causes and the spans that overlap it, and signpost diff \
        compares several recordings.
        """),
    UnjudgedMistake(
      title: "An observer runs although its screen stays the same",
      reason: """
        The program would have to keep and compare all that an observer shows. list-readers finds \
        the rows of a list that all run for a change of one. The table Observers notified by of the \
        report has the runs of each observer for each property and action.
        """),
  ]

  /// The mistakes as text, below the rules.
  public static func text(_ layout: TextLayout) -> String {
    let mistakes = all.map { mistake in
      layout.wrapped("\(mistake.title). \(mistake.reason)").joined(separator: "\n")
    }
    return layout.styled("Without a rule", .heading) + "\n" + mistakes.joined(separator: "\n")
      + "\n"
  }
}
