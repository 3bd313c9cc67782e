import BenchSuites
import Testing

@testable import BenchHarness

@Suite struct JudgementTests {
  private let key = "callgrind, Swift 6.3, x86_64, glibc 2.36"
  private var thresholds: Thresholds {
    Thresholds(
      memory: ["send/root": .init(allocations: 1, bytes: 24)],
      figures: [
        "send/root / plain": .init(value: 2, tolerance: 0.25),
        "send/rows": .init(value: 0, tolerance: 0.1),
      ],
      instructions: [key: ["send/root": 100]])
  }

  private func judge(
    _ benchmark: BenchmarkResult? = nil, ratio: Double = 2, exponent: Double = 0,
    toolchain: String = "6.3", names: Set<String>? = nil
  ) -> Judgement {
    Judgement(
      .made(
        [benchmark ?? .made("send/root", allocations: 1, bytes: 24, instructions: 100)],
        figures: [
          .made("send/root / plain", ratio), .made("send/rows", exponent, unit: .exponent),
          .made("send/layer", 8, unit: .nanoseconds, budget: 1),
        ], toolchain: toolchain),
      by: thresholds, of: names)
  }

  @Test func theSameNumbersAreFine() {
    let judgement = judge()
    #expect(judgement.status == .fine)
    #expect(judgement.findings.isEmpty)
    #expect(judgement.proposal == thresholds)
  }

  @Test func judgement_refusedRow_hasAStatusOfItsOwnAndNoFinding() {
    let refusal = Refusal(name: "send/root", reason: "traced by session other of uid 0")
    let judgement = Judgement(
      .made(refusals: [refusal]), by: thresholds,
      of: ["send/root", "send/root / plain", "send/rows"])
    #expect(judgement.status == .incomplete)
    #expect(judgement.findings.isEmpty)
    #expect(judgement.proposal == thresholds)
    #expect(
      judgement.sentences.contains("send/root: not judged: traced by session other of uid 0"))
    #expect(!judgement.sentences.contains { $0.hasPrefix("All numbers") })
  }

  @Test func judgement_refusedRowBesideOthers_regressionTakesPrecedence() {
    let refusal = Refusal(name: "send/rows", reason: "traced by session other of uid 0")
    let regression = BenchmarkResult.made("send/root", allocations: 2, bytes: 48)
    #expect(
      Judgement(.made([regression], refusals: [refusal]), by: thresholds, of: nil).status
        == .regression)
    let improvement = BenchmarkResult.made("send/root", allocations: 0, bytes: 0)
    #expect(
      Judgement(.made([improvement], refusals: [refusal]), by: thresholds, of: nil).status
        == .incomplete)
  }

  @Test func judgement_instructionsAreNotCounted_refusesTheRow() {
    let judgement = judge(.made("send/root", allocations: 1, bytes: 24))
    #expect(judgement.status == .incomplete)
    #expect(
      judgement.refusals
        == [Refusal(name: "send/root", reason: "its instructions were not counted")])
  }

  @Test func judgement_eventsAreMissingThatWereNotDiscarded_refusesTheSuite() {
    var results = Results.made()
    let emitted = RecordedEvents(effects: 10)
    for (lost, status) in [(0, ExitStatus.incomplete), (10, .fine)] {
      results.suites = [
        SuiteResult(
          name: "wrappers", benchmarks: [], figures: [],
          events: EventBalance(
            emitted: emitted, recorded: RecordedEvents(), lost: UInt64(lost)))
      ]
      #expect(Judgement(results, by: thresholds, of: nil).status == status)
    }
  }

  @Test func timesAreNeverJudged() {
    let slow = BenchmarkResult.made(
      "send/root", rounds: [1e6, 5e6], allocations: 1, bytes: 24, instructions: 100)
    #expect(judge(slow).status == .fine)
  }

  @Test func oneMoreAllocationIsARegression() throws {
    let judgement = judge(.made("send/root", allocations: 2, bytes: 48, instructions: 100))
    #expect(judgement.status == .regression)
    let sentence = try #require(judgement.sentences.first { $0.contains("allocations") })
    #expect(sentence == "REGRESSION   send/root: allocations per operation 1 → 2 (+100 %)")
    #expect(judgement.proposal.memory["send/root"] == .init(allocations: 2, bytes: 48))
    #expect(judgement.proposal.figures == thresholds.figures)
    #expect(judgement.proposal.instructions == thresholds.instructions)
  }

  @Test func oneMoreByteIsARegressionToo() {
    let judgement = judge(.made("send/root", allocations: 1, bytes: 25, instructions: 100))
    #expect(judgement.findings.map(\.metric) == [.bytes])
    #expect(judgement.status == .regression)
  }

  @Test(arguments: [(101, true), (102, true), (103, false), (98, true), (97, false)])
  func instructionsMayMoveByTwoPercent(count: Double, isFine: Bool) {
    var thresholds = thresholds
    thresholds.memory["send/root"] = .init(allocations: 0, bytes: 0)
    let judgement = Judgement(
      .made(
        [.made("send/root", allocations: 0, bytes: 0, instructions: count)], figures: [],
        toolchain: "6.3"),
      by: thresholds, of: nil)
    #expect((judgement.status == .fine) == isFine)
    #expect(judgement.proposal.instructions[key]?["send/root"] == (isFine ? 100 : count))
  }

  @Test(arguments: [(142, true), (143, false), (58, true), (57, false)])
  func anAllocationMayTakeLongerOrShorter(count: Double, isFine: Bool) {
    let judgement = judge(.made("send/root", allocations: 1, bytes: 24, instructions: count))
    #expect((judgement.status == .fine) == isFine)
  }

  @Test func oneMoreAllocationAllowsNoMoreInstructions() {
    let judgement = judge(.made("send/root", allocations: 2, bytes: 24, instructions: 143))
    #expect(judgement.findings.map(\.metric).contains(.instructions))
  }

  @Test(arguments: [(342, true), (343, false)])
  func aLookUpOfATypeMayTakeLonger(count: Double, isFine: Bool) {
    let judgement = judge(
      .made("send/root", allocations: 1, bytes: 24, instructions: count, typeLookUps: 2))
    #expect((judgement.status == .fine) == isFine)
  }

  @Test(arguments: [(222, true), (223, false)])
  func aSearchInATableMayTakeLonger(count: Double, isFine: Bool) {
    let judgement = judge(
      .made("send/root", allocations: 1, bytes: 24, instructions: count, hashes: 2))
    #expect((judgement.status == .fine) == isFine)
  }

  @Test func anotherToolchainsInstructionsAreNotCompared() {
    let judgement = judge(
      .made("send/root", allocations: 1, bytes: 24), toolchain: "6.4")
    #expect(judgement.status == .fine)
    #expect(judgement.remarks.contains { $0.contains("instructions are not compared") })
  }

  @Test(arguments: [
    (2.4, BenchHarness.ExitStatus.fine), (2.6, .regression), (1.6, .fine), (1.4, .improvement),
  ])
  func ratiosHaveATolerance(ratio: Double, status: BenchHarness.ExitStatus) {
    #expect(judge(ratio: ratio).status == status)
  }

  @Test(arguments: [(0.09, BenchHarness.ExitStatus.fine), (1, .regression), (-0.09, .fine)])
  func growthLawsHaveATolerance(exponent: Double, status: BenchHarness.ExitStatus) {
    #expect(judge(exponent: exponent).status == status)
  }

  @Test func whatGotBetterIsToBeRecorded() {
    let judgement = judge(.made("send/root", allocations: 0, bytes: 0, instructions: 80))
    #expect(judgement.status == .improvement)
    #expect(judgement.findings.allSatisfy { $0.kind == .improvement })
    #expect(judgement.proposal.memory["send/root"] == .init(allocations: 0, bytes: 0))
  }

  @Test func whatGotWorseMattersMore() {
    let judgement = judge(.made("send/root", allocations: 0, bytes: 0, instructions: 200))
    #expect(judgement.status == .regression)
    #expect(judgement.findings.first?.metric == .instructions)
  }

  @Test func countsThatThreadsDisturbMayMoveAsFarAsTheyDo() {
    let disturbed = BenchmarkResult.made(
      "send/root", kind: .asynchronous, allocations: 1.4, bytes: 30, range: 6, instructions: 109)
    #expect(judge(disturbed).status == .fine)
  }

  @Test func whatOnlyOneSideHasIsNamed() throws {
    let judgement = judge(
      .made("send/new", allocations: 3, bytes: 99, instructions: 7),
      names: ["send/new", "send/root / plain", "send/rows", "send/layer"])
    #expect(judgement.status == .improvement)
    let sentences = judgement.sentences
    #expect(sentences.contains { $0.hasPrefix("new") && $0.contains("send/new: allocations") })
    #expect(sentences.contains { $0.hasPrefix("gone") && $0.contains("send/root: allocations") })
    #expect(judgement.proposal.memory == ["send/new": .init(allocations: 3, bytes: 99)])
    #expect(judgement.proposal.instructions[key] == ["send/new": 7])
  }

  @Test func whatWasFilteredOutIsKept() {
    let judgement = judge(.made("send/new", allocations: 3, bytes: 99))
    #expect(judgement.proposal.memory["send/root"] == thresholds.memory["send/root"])
    #expect(!judgement.findings.contains { $0.kind == .gone })
  }

  @Test func figuresThatAreOffAreToBeMeasuredAgain() {
    #expect(FigureResult.made("send/root / plain", 3).isOff(thresholds))
    #expect(!FigureResult.made("send/root / plain", 2.1).isOff(thresholds))
    #expect(!FigureResult.made("send/unknown", 3).isOff(thresholds))
  }

  @Test func whatTheFastestRoundsDoNotConfirmIsNoise() {
    #expect(!FigureResult.made("send/root / plain", 3, undisturbed: 2.2).isOff(thresholds))
    #expect(!FigureResult.made("send/root / plain", 1.9, undisturbed: 3).isOff(thresholds))
    #expect(FigureResult.made("send/root / plain", 4, undisturbed: 3).isOff(thresholds))
  }
}
