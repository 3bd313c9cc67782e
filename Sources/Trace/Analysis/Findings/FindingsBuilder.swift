/// Judges a recording by all rules in one pass.
final class FindingsBuilder {
  /// All rules, in the order in which they are listed.
  static var all: [any FindingRule.Type] {
    [
      LongOnMainActor.self, CostlyObservers.self, ListReaders.self, MostlyCancelled.self,
      GrowingEffects.self,
      Storms.self, ChangesNothing.self, RepeatedInTurn.self, Forwarding.self,
      ReentrantSends.self, LongWaits.self, LateTimers.self, RecreatedStores.self,
      GrowingStores.self,
      HotFunction.self, CostlyInstrumentation.self, LostEvents.self,
    ]
  }

  private let rules: [any FindingRule]
  /// The rules for each kind of span, by ``index(_:)``.
  private let ofSpans: [[any FindingRule]]
  private let ofPoints: [any FindingRule]
  private let time: ProgramTime
  private var counts = FindingFacts.Counts()
  private var isAnySelected = false

  init(_ time: ProgramTime) {
    self.time = time
    let rules = Self.all.map { $0.init() as any FindingRule }
    self.rules = rules
    ofSpans = Span.Kind.allCases.sorted { Self.index($0) < Self.index($1) }.map { kind in
      rules.filter { type(of: $0).kinds.contains(kind) }
    }
    ofPoints = rules.filter { type(of: $0).receivesPoints }
  }

  private static func index(_ kind: Span.Kind) -> Int {
    switch kind {
    case .action: 0
    case .effect: 1
    case .interval: 2
    case .observer: 3
    case .store: 4
    }
  }

  func begin(_ span: Span) {
    if span.kind == .observer { counts.observers += 1 }
    if span.kind == .action, span.isOutermost { counts.actions += 1 }
    for rule in ofSpans[Self.index(span.kind)] { rule.begin(span, time) }
  }

  func end(_ span: Span) {
    isAnySelected = true
    for rule in ofSpans[Self.index(span.kind)] { rule.end(span, time) }
  }

  func point(_ point: TracePoint) {
    if case .send = point.event.payload { counts.sends += 1 }
    for rule in ofPoints { rule.point(point, time) }
  }

  /// The findings in descending order of cost, and the judgements of all rules.
  func conclude(
    _ names: NameTable, _ summary: TraceSummary, _ rows: [Report.ProcessTime],
    directories: [String], functions: FunctionReport?, isComplete: Bool, isSampled: Bool,
    isSelection: Bool, isFiltered: Bool
  ) -> (findings: [Finding], verdicts: [RuleVerdict]) {
    let facts = FindingFacts(
      names: names, summary: summary, whole: time.whole(summary.timeRange), time: rows,
      directories: directories, functions: functions, isPart: isFiltered || isSampled,
      counts: counts)
    var findings: [Finding] = []
    let conclusions = rules.map { rule in
      !isSelection || type(of: rule).judgesSelections ? rule.conclude(facts) : .notFound
    }
    let explained = conclusions.flatMap(\.explainedObservers)
    let verdicts = zip(rules, conclusions).map { rule, conclusion in
      let id = type(of: rule).description.id
      var verdict = RuleVerdict(rule: id, outcome: .notFound, findings: 0)
      switch rule is CostlyObservers ? conclusion.without(explained) : conclusion {
      case .found(let found):
        verdict.outcome = .found
        verdict.findings = found.count
        findings += found
      case .notFound:
        if isFiltered, !isAnySelected {
          verdict.outcome = .notJudged
          verdict.reason = "the filter selects nothing"
        } else if !isComplete {
          // A lost event can be the one that shows the mistake.
          verdict.outcome = .notJudged
          verdict.reason = "events are missing: record with larger buffers, or with --blocking"
        } else if isSampled {
          verdict.outcome = .notJudged
          verdict.reason = "chains are left out: record without --sample and --max-rate"
        } else if isSelection {
          verdict.outcome = .notJudged
          verdict.reason = "events are left out: record without --kind, --prefix and --name"
        }
      case .notJudged(let reason):
        verdict.outcome = .notJudged
        verdict.reason = reason
      }
      return verdict
    }
    let places = findings.isEmpty ? [:] : time.places.bySubject(names, facts.name)
    for index in findings.indices {
      findings[index].costShare = findings[index].costNs.map(facts.share)
      if findings[index].file == nil { findings[index].store = places[findings[index].subject] }
    }
    findings.sort {
      ($1.costNs ?? -1, $0.rule, $0.subject) < ($0.costNs ?? -1, $1.rule, $1.subject)
    }
    return (findings, verdicts)
  }
}

extension RuleConclusion {
  /// The observers that take much of the time for a reason which another rule names.
  fileprivate var explainedObservers: [String] {
    guard case .found(let findings) = self else { return [] }
    return findings.filter { finding in
      finding.rule == ListReaders.description.id
        || finding.rule == LongOnMainActor.description.id && finding.file != nil
          && finding.certainty == .certain
    }.map(\.subject)
  }

  /// The conclusion without subjects that another rule has found: one mistake is one finding.
  fileprivate func without(_ subjects: [String]) -> RuleConclusion {
    guard case .found(let findings) = self else { return self }
    return RuleConclusion(findings.filter { !subjects.contains($0.subject) })
  }
}

extension RuleDescription {
  /// All rules that `signpost findings` judges by.
  public static var all: [RuleDescription] { FindingsBuilder.all.map { $0.description } }
}
