import TextTables

extension Span {
  /// The causes of the span, the earliest first, and whether earlier ones are unknown.
  ///
  /// - Parameter start: The time of the first event of the trace.
  func listedCauses(_ names: NameTable, since start: Int64?) -> (
    causes: [Report.Cause], isCutOff: Bool
  ) {
    guard let causes else { return ([], false) }
    var listed = causes.listed(names, since: start)
    // The first link of an effect's chain is the effect itself.
    if kind == .effect { listed.causes.removeLast() }
    return listed
  }
}

extension CauseChain {
  /// The links, the earliest first, and whether earlier ones are unknown.
  ///
  /// - Parameter start: The time of the first event of the trace.
  func listed(_ names: NameTable, since start: Int64?) -> (
    causes: [Report.Cause], isCutOff: Bool
  ) {
    var causes: [Report.Cause] = []
    var chain = self
    while true {
      causes.append(Report.Cause(chain.effect, .effect, names, since: start))
      if let action = chain.action {
        causes.append(Report.Cause(action, .action, names, since: start))
      }
      guard let previous = chain.previous else { return (causes.reversed(), chain.isCutOff) }
      chain = previous
    }
  }
}

extension Report.Cause {
  init(_ link: CauseChain.Link, _ kind: Span.Kind, _ names: NameTable, since start: Int64?) {
    let name = names[link.name]
    self.init(
      kind: kind, id: "\(link.id)", prefix: name.prefix, name: name.name,
      sinceNs: start.map { max(link.start.subtractingClamped($0), 0) } ?? 0)
  }
}

extension [Report.Cause] {
  /// The chain in one line: `from outside: [search] queryChanged +1.20 s → effect +1.21 s`.
  func chainText(fromOutside cameFromOutside: Bool) -> String {
    var steps = map { cause in
      let name =
        cause.kind == .effect
        ? "effect" : TextTables.displayName(prefix: cause.prefix, name: cause.name)
      return "\(name) +\(Units.duration(cause.sinceNs))"
    }
    if steps.count > Self.mostSteps {
      let left = steps.count - Self.mostSteps
      steps.replaceSubrange(3..<(3 + left), with: ["(\(left) more)"])
    }
    return (cameFromOutside ? "from outside: " : "from: … → ") + steps.joined(separator: " → ")
  }

  private static var mostSteps: Int { 7 }
}
