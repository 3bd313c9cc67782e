import ComposableCore
import IssueReporting
import ReferenceEngine

/// Runs a program on both engines, step by step.
@MainActor
final class ProgramRun {
  /// Where the engines differ.
  struct Difference {
    let step: Int
    let text: String
  }

  private let program: Program
  private let pairs: [StorePair]
  /// The number of compared steps before the program came to a point where the engines may differ.
  private(set) var comparedSteps = 0

  init(_ program: Program) {
    self.program = program
    let first = StorePair(program)
    pairs = [first] + (1..<program.shape.storeCount).map { _ in StorePair(program, first: first) }
    guard pairs.count > 1 else { return }
    for (index, pair) in pairs.enumerated() { pair.connect(to: pairs[(index + 1) % pairs.count]) }
  }

  /// Runs the program. Call it where tasks take turns.
  ///
  /// - Returns: The first difference of the engines, if there is one.
  func run() async -> Difference? {
    await withIssueReporters([IssueRecorder(world: pairs[0].world)]) {
      for pair in pairs { pair.begin() }
      let difference = await runSteps()
      for pair in pairs { pair.abandon() }
      for pair in pairs { await pair.world.end() }
      for _ in 0..<20 { await Task.yield() }
      return difference
    }
  }

  private func runSteps() async -> Difference? {
    for (index, step) in program.steps.enumerated() {
      for pair in pairs { pair.noteSettled() }
      // Several stores take turns.
      if let text = await pairs[index % pairs.count].perform(step) {
        return Difference(step: index, text: text)
      }
      settleReferences()
      // The first, which takes down all mistakes, comes last.
      for pair in pairs.reversed() {
        if isAmbiguous { return nil }
        if let text = await pair.compare() { return Difference(step: index, text: text) }
      }
      if isAmbiguous { return nil }
      comparedSteps += 1
    }
    for pair in pairs.reversed() {
      if let text = await pair.end() {
        return Difference(step: program.steps.count, text: text)
      }
    }
    return nil
  }

  /// Lets all stores of the reference engine run: one may send actions to another.
  private func settleReferences() {
    while pairs.map({ $0.settleReference() }).contains(true) {}
  }

  /// Adds the situations that the program has reached.
  func collect(into situations: inout Situations) {
    situations.add(
      program, stepCount: comparedSteps, worlds: pairs.map(\.referenceWorld))
  }

  private var isAmbiguous: Bool { pairs.contains { $0.reference.isAmbiguous } }
}
