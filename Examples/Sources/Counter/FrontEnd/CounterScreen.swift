import TerminalKit

/// What the terminal shows of a counter.
enum CounterScreen {
  static func lines(
    for state: CounterFeature.State, width: Int, usesColor: Bool = Style.isWanted
  ) -> [String] {
    var lines = ["", Style.bold("  \(state.count)", if: usesColor), ""]
    if state.isTimerRunning { lines.append(Style.green("  The timer is running.", if: usesColor)) }
    if state.isLoading { lines.append("  Asking for a fact…") }
    if let fact = state.fact {
      lines += fact.printable.wrapped(to: width - 4).map { "  " + $0 }
    }
    if let failure = state.failure {
      lines += "No fact: \(failure)".printable.wrapped(to: width - 4)
        .map { Style.red("  " + $0, if: usesColor) }
    }
    lines += [""]
    lines += ["+ add", "- subtract", "f fact", "t timer", "q quit"]
      .wrapped(to: width - 4, separator: "   ")
      .map { Style.dim("  " + $0, if: usesColor) }
    return lines
  }
}
