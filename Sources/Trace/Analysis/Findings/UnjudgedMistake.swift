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
      title: "The slow actions of a name have something in common",
      reason: """
        In a single recording, the slowest twentieth shares something by chance in most names. The \
        page shows each of them with its causes and what ran meanwhile, and signpost diff compares \
        several recordings.
        """),
    UnjudgedMistake(
      title: "An observer reads a whole list to show one row",
      reason: """
        The trace has the property that changed, not the elements that an observer has read. The \
        rule costly-observers finds such an observer once it takes much of the time.
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
