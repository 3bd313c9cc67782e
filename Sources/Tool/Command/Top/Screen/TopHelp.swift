/// The list of keys, and the meanings of the figures.
enum TopHelp {
  private static let keys: [(String, String)] = [
    ("1 2 3 4, Tab", "actions, effects, slowest actions, processes"),
    ("Up, Down, PgUp, PgDn", "mark a row; Home goes back to the first"),
    ("Enter", "look into the marked row; Esc comes back"),
    ("Left, Right  or  < >", "order by another column"),
    ("r", "reverse the order"),
    ("/", "show only names that have a text in them; Esc ends that"),
    ("Space", "pause and resume; no events are missed meanwhile"),
    ("Ctrl-L", "draw everything again"),
    ("Ctrl-Z", "stop top, not the program; fg comes back"),
    ("q, Ctrl-C", "quit; a program that top has started ends with it"),
  ]

  private static let figures: [(String, String)] = [
    ("p50, p99", "half, or 99 %, took no longer; within the window"),
    ("busy", "the part of the time spent in reducers"),
    ("queue", "the most actions before one that was sent"),
    ("wait", "from sending an action to its begin"),
    ("lost", "events that did not fit, or were not read in time"),
    ("sampled", "the part of all chains that is recorded: figures are of these"),
  ]

  static func lines(width: Int, height: Int) -> [StyledLine] {
    var lines = [StyledLine(" Keys", [.bold, .inverse]).fitted(to: width, filling: [.inverse])]
    lines += keys.map { line($0, $1) }
    lines.append(
      StyledLine(" Figures", [.bold, .inverse]).fitted(to: width, filling: [.inverse]))
    lines += figures.map { line($0, $1) }
    return lines.prefix(height).map { $0.fitted(to: width) }
  }

  private static func line(_ key: String, _ meaning: String) -> StyledLine {
    var line = StyledLine("  " + key.fitted(to: 22), .bold)
    line.append(meaning)
    return line
  }
}
