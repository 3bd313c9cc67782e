/// The rules that can find the same observer. One observer is one finding.
enum ObserverFindings {
  /// Keeps one finding for each observer: list-readers names the reason. Otherwise,
  /// long-on-main-actor says more about the calls than costly-observers, unless it may be due to
  /// the machine and is the smaller part of the cost.
  static func merged(_ conclusions: [RuleConclusion]) -> [RuleConclusion] {
    func findings(_ rule: any FindingRule.Type) -> [String: Finding] {
      let id = rule.description.id
      let all = conclusions.flatMap {
        $0.findings.filter { $0.rule == id && $0.payer == .observers }
      }
      return Dictionary(all.map { ($0.subject, $0) }, uniquingKeysWith: { first, _ in first })
    }
    let lists = findings(ListReaders.self)
    let long = findings(LongOnMainActor.self)
    let costly = findings(CostlyObservers.self)
    func isExplained(_ finding: Finding) -> Bool {
      switch finding.rule {
      case LongOnMainActor.description.id where finding.payer == .observers:
        if lists[finding.subject] != nil { return true }
        return costly[finding.subject].map { !explains(finding, $0) } ?? false
      case CostlyObservers.description.id:
        if lists[finding.subject] != nil { return true }
        return long[finding.subject].map { explains($0, finding) } ?? false
      default: return false
      }
    }
    return conclusions.map { conclusion in
      guard case .found(let findings) = conclusion else { return conclusion }
      return RuleConclusion(findings.filter { !isExplained($0) })
    }
  }

  private static func explains(_ long: Finding, _ costly: Finding) -> Bool {
    long.certainty == .certain || (long.costNs ?? 0) >= (costly.costNs ?? 0) / 2
  }
}
