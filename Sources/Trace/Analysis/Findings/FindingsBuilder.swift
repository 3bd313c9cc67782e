/// Judges a recording by all rules in one pass: each process as if it had been recorded alone.
///
/// Numbers, times and parts of the time are of one process, as are actors, stores and the mistakes
/// of a program. Of several processes with the same mistake, the most expensive is the finding.
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

  /// The rules for one process.
  private final class Judge {
    let rules: [any FindingRule]
    /// The rules for each kind of span, by ``index(_:)``.
    let ofSpans: [[any FindingRule]]
    let ofPoints: [any FindingRule]
    var counts = FindingFacts.Counts()

    init() {
      let rules = FindingsBuilder.all.map { $0.init() as any FindingRule }
      self.rules = rules
      ofSpans = Span.Kind.allCases.sorted { index($0) < index($1) }.map { kind in
        rules.filter { type(of: $0).kinds.contains(kind) }
      }
      ofPoints = rules.filter { type(of: $0).receivesPoints }
    }
  }

  /// By process; `nil` for one without selected spans and points.
  private var judges: [Judge?] = []
  private let time: ProgramTime
  private var isAnySelected = false

  init(_ time: ProgramTime) { self.time = time }

  @inline(__always)
  private func judge(_ process: ProcessIndex) -> Judge {
    let index = Int(process)
    if index < judges.count, let judge = judges[index] { return judge }
    while judges.count <= index { judges.append(nil) }
    let judge = Judge()
    judges[index] = judge
    return judge
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
    let judge = judge(span.process)
    if span.kind == .observer { judge.counts.observers += 1 }
    if span.kind == .action, span.isOutermost { judge.counts.actions += 1 }
    for rule in judge.ofSpans[Self.index(span.kind)] { rule.begin(span, time) }
  }

  func end(_ span: Span) {
    isAnySelected = true
    for rule in judge(span.process).ofSpans[Self.index(span.kind)] { rule.end(span, time) }
  }

  func point(_ point: TracePoint) {
    let judge = judge(point.event.process)
    if case .send = point.event.payload { judge.counts.sends += 1 }
    for rule in judge.ofPoints { rule.point(point, time) }
  }

  /// The findings in descending order of cost, and the judgements of all rules.
  func conclude(
    _ names: NameTable, _ summary: TraceSummary, _ rows: [Report.ProcessTime],
    directories: [String], functions: (ProcessIndex) -> FunctionReport?, isComplete: Bool,
    isSampled: Bool, isSelection: Bool, isFiltered: Bool
  ) -> (findings: [Finding], verdicts: [RuleVerdict]) {
    var facts = FindingFacts(
      names: names, summary: summary, period: summary.timeRange,
      whole: time.whole(summary.timeRange), time: rows,
      directories: directories, functions: nil, isPart: isFiltered || isSampled)
    facts.recorded = judges.reduce(into: FindingFacts.Counts()) { $0.add($1?.counts) }
    // A recording without spans is judged, too.
    let judged = judges.indices.filter { judges[$0] != nil }
    let conclusions = (judged.isEmpty ? [0] : judged).map { process in
      let judge = judge(ProcessIndex(process))
      var facts = facts
      if process < summary.processes.count {
        facts.period = summary.period(of: process)
        facts.whole = time.whole(facts.period)
        facts.functions = functions(ProcessIndex(process))
      }
      facts.time = rows.filter { $0.process == process }
      facts.counts = judge.counts
      return judge.rules.map { rule in
        !isSelection || type(of: rule).judgesSelections
          ? rule.conclude(facts).completed(facts, process) : .notFound
      }
    }
    let labels = ProcessLabels(summary.processes)
    let merged = ObserverFindings.merged(
      Self.all.indices.map { rule in
        RuleConclusion.merged(
          conclusions.map { $0[rule] }, summary.processes.count > 1 ? labels : nil)
      })
    var findings: [Finding] = []
    let verdicts = zip(Self.all, merged).map { rule, conclusion in
      var verdict = RuleVerdict(rule: rule.description.id, outcome: .notFound, findings: 0)
      switch conclusion {
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
      case .notJudged(let reason), .notApplicable(let reason):
        verdict.outcome = .notJudged
        verdict.reason = reason
      }
      return verdict
    }
    let places = findings.isEmpty ? [:] : time.places.bySubject(names, facts.name)
    for index in findings.indices where findings[index].file == nil {
      findings[index].store = places[findings[index].subject]
    }
    findings.sort(by: Finding.isMoreExpensive)
    return (findings, verdicts)
  }
}

extension RuleConclusion {
  /// The conclusion about a process with its share of the time and its number.
  fileprivate func completed(_ facts: FindingFacts, _ process: Int) -> RuleConclusion {
    guard case .found(var findings) = self else { return self }
    for index in findings.indices {
      findings[index].costShare = findings[index].costNs.map(facts.share)
      findings[index].process = process
    }
    return .found(findings)
  }

  /// The conclusion about all processes.
  ///
  /// - Parameter labels: Their names, if there are several.
  fileprivate static func merged(
    _ conclusions: [RuleConclusion], _ labels: ProcessLabels?
  ) -> RuleConclusion {
    var worst: [(finding: Finding, processes: Int)] = []
    var places: [MistakeKey: Int] = [:]
    for case .found(let findings) in conclusions {
      // A process can have several with one subject, such as timers of one action.
      var numbers: [MistakeKey: Int] = [:]
      for finding in findings.sorted(by: Finding.isMoreExpensive) {
        var key = MistakeKey(subject: finding.subject, file: finding.file, line: finding.line)
        numbers[key, default: -1] += 1
        key.number = numbers[key] ?? 0
        guard let place = places[key] else {
          places[key] = worst.count
          worst.append((finding, 1))
          continue
        }
        worst[place].processes += 1
        if finding.costNs ?? 0 > worst[place].finding.costNs ?? 0 { worst[place].finding = finding }
      }
    }
    guard worst.isEmpty else {
      return .found(worst.map { $0.finding.named(labels, others: $0.processes - 1) })
    }
    // A process that cannot be judged can have the mistake; one that the rule does not apply to
    // cannot.
    for case .notJudged(let reason) in conclusions { return .notJudged(reason) }
    let isAnyJudged = conclusions.contains { if case .notFound = $0 { true } else { false } }
    return isAnyJudged ? .notFound : conclusions.first ?? .notFound
  }
}

/// Findings of different processes that are the same mistake.
private struct MistakeKey: Hashable {
  var subject: String
  var file: String?
  var line: UInt64?
  /// The number among the mistakes of a process with the same subject and place.
  var number = 0
}

extension Finding {
  fileprivate static func isMoreExpensive(_ left: Finding, _ right: Finding) -> Bool {
    (right.costNs ?? -1, left.rule, left.subject, left.summary)
      < (left.costNs ?? -1, right.rule, right.subject, right.summary)
  }

  /// The finding with the name of its process, if there are several.
  fileprivate func named(_ labels: ProcessLabels?, others: Int) -> Finding {
    var finding = self
    guard let labels, rule != LostEvents.description.id, let process else {
      finding.process = nil
      return finding
    }
    finding.summary = "\(labels[ProcessIndex(process)]): \(summary)"
    if others > 0 {
      finding.summary +=
        " The same in \(Units.count(UInt64(others), "other process", "other processes"))."
    }
    return finding
  }
}

extension RuleDescription {
  /// All rules that `signpost findings` judges by.
  public static var all: [RuleDescription] { FindingsBuilder.all.map { $0.description } }
}
