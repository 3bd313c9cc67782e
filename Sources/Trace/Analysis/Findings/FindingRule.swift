import TextTables

/// A kind of mistake, with the thresholds for finding it.
///
/// A rule receives the selected spans and points of one process in one reading. The numbers of
/// names, places and open spans bound its memory. Its thresholds are figures of the user's
/// experience, or parts of the time or of a number, so that a faster machine does not change them.
protocol FindingRule: AnyObject {
  static var description: RuleDescription { get }

  /// The kinds of spans that the rule receives.
  static var kinds: Set<Span.Kind> { get }

  /// Whether the rule receives points.
  static var receivesPoints: Bool { get }

  /// Whether a finding holds if only a selection of events was recorded: the rule compares with no
  /// other names, and needs no other kinds.
  static var judgesSelections: Bool { get }

  init()

  /// Processes the begin of a span.
  func begin(_ span: Span, _ time: ProgramTime)

  /// Processes the end of a span, whose time is ``ProgramTime/ended``.
  func end(_ span: Span, _ time: ProgramTime)

  /// Processes a point.
  func point(_ point: TracePoint, _ time: ProgramTime)

  /// Judges the process, once everything was read.
  func conclude(_ facts: FindingFacts) -> RuleConclusion
}

extension FindingRule {
  static var receivesPoints: Bool { false }
  static var judgesSelections: Bool { false }
  func begin(_ span: Span, _ time: ProgramTime) {}
  func end(_ span: Span, _ time: ProgramTime) {}
  func point(_ point: TracePoint, _ time: ProgramTime) {}
}

/// The judgement of a rule.
enum RuleConclusion {
  case found([Finding])
  case notFound
  case notJudged(String)
  /// A process has no events that the rule judges: the recording is judged by the other processes,
  /// if there are any.
  case notApplicable(String)

  /// Found if there are findings.
  init(_ findings: [Finding]) { self = findings.isEmpty ? .notFound : .found(findings) }

  var findings: [Finding] {
    if case .found(let findings) = self { findings } else { [] }
  }

  /// The recording has no events of the level that the rule requires.
  static var withoutDebugEvents: Self {
    .notJudged("the recording has no events of the level debug: record without --loglevel info")
  }

  /// The recording does not contain whether any action changed the state.
  ///
  /// - Parameter isEnough: Whether a process has enough actions for a finding.
  static func withoutStateChanges(_ isEnough: Bool) -> Self {
    let reason = "it is unknown whether actions change the state: \(remedyForStateChanges)"
    return isEnough ? .notJudged(reason) : .notApplicable(reason)
  }

  /// The recording does not contain whether so many actions of a name changed the state, which is
  /// enough for a finding.
  static func withoutStateChanges(of name: String, _ count: UInt64) -> Self {
    .notJudged(
      "it is unknown whether \(Units.count(count)) actions of \(name) change the state: "
        + remedyForStateChanges)
  }

  private static var remedyForStateChanges: String {
    "its properties are not cheap to compare; record with --state-diffs"
  }
}
