import CompanionSupport
import ComposableCore
import IssueReporting
import Testing
import XCTest

/// The outcome of one run of a program.
struct ProgramRun {
  /// A choice that was made.
  struct Decision {
    let index: Int
    let count: Int
    /// The number of the job that ran next.
    let step: Int
  }

  var decisions: [Decision] = []
  var events: [ExploredEvent] = []
  var finalStates: [Int: Int] = [:]
  /// The states themselves, if the run was described.
  var lastStates: [Int: Any] = [:]
  /// The step in which the run met something that it does not control.
  var uncontrolled: (step: Int, work: UncontrolledWork)?
  /// The failures: issues, a thrown error, and properties that do not hold.
  var problems: [String] = []
  /// Whether no effect waits for something that the run does not control.
  var isControlled = true

  var order: ExploredOrder { ExploredOrder(decisions.map(\.index)) }
}

/// Runs a program, in an order each time.
@MainActor
struct ProgramRunner {
  typealias Program = @MainActor (Exploration) async throws -> Void

  let program: Program
  let maximumSteps: Int
  let properties: ExploredProperties
  let issues: IssueCollector
  let states = StateNumbers()
  /// The states at the end of the usual order, if other orders must end in the same states.
  var usualStates: [Int: Int]?

  /// Runs the program once.
  ///
  /// - Parameters:
  ///   - isDescribed: Whether to describe changes of states.
  ///   - isFirst: Whether to wait for other threads, which may finish work of the program.
  ///   - decide: Makes a choice among `count`, with a key and the number of events before.
  func run(
    isDescribed: Bool = false, isFirst: Bool = false,
    decide: @escaping (_ count: Int, _ key: Int, _ eventCount: Int) -> Int
  ) -> ProgramRun {
    var result = ProgramRun()
    let notes = RunNotes()
    let run = ExploredRun(
      states: states, maximumSteps: maximumSteps, keepsChanges: isDescribed
    ) { choice, key in
      let run = notes.run
      let index = min(max(0, decide(choice.count, key, run?.events.count ?? 0)), choice.count - 1)
      // A job that is chosen now runs in the next step; a value is part of the current one.
      var step = run?.steps ?? 0
      if case .job = choice { step += 1 }
      notes.decisions.append(.init(index: index, count: choice.count, step: step))
      return index
    }
    notes.run = run
    issues.removeAll()
    let program = program
    // Ids of stack elements, shared values and other defaults begin anew in each run.
    let task = run.entering {
      DependencyValues.withDefaultsOfARun {
        issues.collectingReports {
          Task { @MainActor in
            let exploration = Exploration(run)
            do { try await exploration.perform(program) } catch { notes.error = error }
            notes.waits = exploration.waits
            notes.effectsOfRemovedFeatures = exploration.effectsOfRemovedFeatures
            notes.hasEnded = true
          }
        }
      }
    }
    run.runJobs(patience: isFirst ? 1 : 0, isWaiting: { !notes.hasEnded })
    // A deadlock, unless another thread is about to end it.
    if !notes.hasEnded, !run.isEndless, !isFirst {
      run.runJobs(patience: 0.2, isWaiting: { true })
    }
    result.events = run.events
    result.finalStates = run.finalStates
    result.lastStates = run.lastStates
    if run.isEndless {
      result.problems.append(
        """
        The program did not come to rest within \(maximumSteps) steps. End timers and subscriptions \
        as the feature does, or raise 'steps'.
        """)
    } else if !notes.hasEnded, properties.contains(.noDeadlock) {
      result.problems.append("Deadlock: the test waits, and nothing runs that could end the wait.")
    }
    if !notes.hasEnded {
      run.entering { task.cancel() }
      run.maximumSteps += 10_000
      run.runJobs()
    }
    let waits = properties.contains(.noUnfinishedEffects) ? notes.waits : []
    result.isControlled = waits.isEmpty
    for event in waits {
      // First: the other problems may be consequences.
      result.problems.insert(
        """
        Not controlled: an effect of '\(run.events[event].text)' waits for something \
        that no step of the test provides, such as another thread, a queue or a callback. Replace \
        the dependency, or let a step provide it. If the effect need not end, leave out \
        'noUnfinishedEffects'.
        """, at: 0)
    }
    if let error = notes.error { result.problems.append("The test threw an error: \(error)") }
    if properties.contains(.noOutlivingEffects) {
      for event in notes.effectsOfRemovedFeatures {
        result.problems.append(
          """
          An effect of '\(run.events[event].text)' still runs after its feature has been removed: \
          it was cancelled, and goes on.
          """)
      }
      for event in run.outlivingEffects where !waits.contains(event) {
        result.problems.append(
          "An effect of '\(run.events[event].text)' still runs after its store has been released.")
      }
    }
    result.problems += issues.all.filter {
      properties.contains(.noActionsForRemovedFeatures) || !$0.contains(SourcePlace.missingChild)
    }
    if let usualStates, notes.hasEnded, result.finalStates != usualStates {
      result.problems.append(
        "The final state depends on the order: it is another one in the usual order.")
    }
    result.uncontrolled = run.uncontrolled
    result.decisions = notes.decisions
    notes.run = nil
    return result
  }

  /// Runs the program in an order.
  func run(_ order: ExploredOrder, isDescribed: Bool = false) -> ProgramRun {
    var position = 0
    return run(isDescribed: isDescribed) { count, _, _ in
      defer { position += 1 }
      return min(order[position], count - 1)
    }
  }
}

/// Notes of one run. Unchecked: used by its thread only.
private final class RunNotes: @unchecked Sendable {
  var run: ExploredRun?
  var decisions: [ProgramRun.Decision] = []
  var error: (any Error)?
  var waits: [Int] = []
  var effectsOfRemovedFeatures: [Int] = []
  var hasEnded = false
}

/// Collects the issues of a run instead of reporting them.
package final class IssueCollector: IssueReporter {
  private let issues = LockIsolated<[String]>([])

  package init() {}

  /// The issues so far, each with its place: `Module/File.swift:7: message`.
  package var all: [String] { issues.value }

  func removeAll() { issues.setValue([]) }

  func add(_ issue: String) { issues.withValue { $0.append(issue) } }

  /// Runs `body`, and collects the issues of all that it starts, where the test library has no way
  /// to do so.
  func collectingReports<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard Test.current == nil else { return try body() }
    return try collectingOnly(body)
  }

  /// Runs `body`, and collects the issues that it reports with `reportIssue`.
  package func collectingOnly<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withIssueReporters([self], operation: body)
  }

  /// Runs `body`, and collects the issues of all that it starts.
  func collecting(_ body: @escaping @MainActor @Sendable () async throws -> Void) async throws {
    guard let test = Test.current else {
      let observer = FailureObserver(self)
      XCTestObservationCenter.shared.addTestObserver(observer)
      defer { XCTestObservationCenter.shared.removeTestObserver(observer) }
      return try await body()
    }
    let trait: IssueHandlingTrait = .compactMapIssues { issue in
      guard issue.isFailure else { return issue }
      let place = issue.sourceLocation.map { "\($0.fileID):\($0.line): " } ?? ""
      self.add("\(place)\(issue)")
      return nil
    }
    try await trait.provideScope(for: test, testCase: Test.Case.current) { try await body() }
  }

  package func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    add("\(fileID):\(line): \(message() ?? "an issue")")
  }
}

/// Collects failures of XCTest, which reports them as well.
private final class FailureObserver: NSObject, XCTestObservation {
  private let issues: IssueCollector

  init(_ issues: IssueCollector) {
    self.issues = issues
  }

  func testCase(
    _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
    atLine lineNumber: Int
  ) {
    issues.add("\(filePath ?? ""):\(lineNumber): \(description)")
  }
}
