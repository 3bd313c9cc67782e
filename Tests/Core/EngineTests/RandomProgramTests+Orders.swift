import ComposableCore
import Foundation
import Testing

@testable import ComposableCoreTestSupport

/// Small random programs run in many orders on the engine, and in the same orders on the reference
/// engine. Long runs draw their seeds anew. The 300 runs of each change are of the same programs:
/// until a night has found no difference, the comparison should not fail a change by chance.
///
/// ```sh
/// ENGINE_ORDERS=100000 swift test --filter engines_randomProgramsInAllOrders
/// ENGINE_SEED=4711 ENGINE_ORDERS=80 swift test --filter engines_randomProgramsInAllOrders
/// ```
extension RandomProgramTests {
  @Test func engines_randomProgramsInAllOrders_agree() async throws {
    let maximum = Int(Self.number("ENGINE_ORDERS") ?? 300)
    let firstSeed =
      Self.number("ENGINE_SEED") ?? (maximum > 300 ? .random(in: 1...1 << 40) : 1)
    FileHandle.standardError.write(
      Data("explored programs: the first has the seed \(firstSeed)\n".utf8))
    let start = ContinuousClock.now
    let runs = ExploredRuns()
    var failures = 0
    var inAllOrders = 0
    var seed = firstSeed
    while runs.count < maximum {
      let program = Program(exploredSeed: seed)
      let (orders, failure) = try await program.explored(
        runs: min(maximum, ordersOfAProgram), seed: seed, runs)
      if orders.count != nil { inAllOrders += 1 }
      if let failure {
        failures += 1
        try await report(failure, program, seed: seed)
        if failures == Self.number("ENGINE_FAILURES") ?? 3 { break }
      }
      seed += 1
    }
    print(
      "explored programs: seed \(firstSeed), \(seed - firstSeed) programs, \(inAllOrders) of them "
        + "in all orders; \(runs.completeCount) of \(runs.count) runs compared up to their end, in "
        + "\(ContinuousClock.now - start)")
    if runs.count >= 300 { #expect(runs.completeCount > runs.count / 2) }
  }

  private func report(_ failure: String, _ program: Program, seed: UInt64) async throws {
    guard Self.environment["ENGINE_SHRINK"] != "0" else {
      Issue.record(
        "The engines differ on the explored program with the seed \(seed):\n\n\(failure)")
      return
    }
    let shrunk = await program.shrunk {
      (try? await $0.explored(seed: seed, ExploredRuns()).failure) != nil
    }
    let report = try await shrunk.failingOrder(seed: seed)
    Issue.record(
      """
      The engines differ on the explored program with the seed \(seed):

      \(report ?? "They do not differ when the program is run again.")

      let program = \(shrunk)
      try await expectAgreementInAllOrders(program)
      """)
  }
}

/// The maximum number of orders of a program.
private let ordersOfAProgram = 80

/// Fails unless both engines do the same with a program in all orders.
@MainActor
func expectAgreementInAllOrders(
  _ program: Program, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let report = try await program.failingOrder(seed: 1)
  #expect(report == nil, sourceLocation: sourceLocation)
}

extension Program {
  /// Runs the program in all orders, or in some if there are more.
  ///
  /// - Returns: The first difference of the engines, or another failure.
  @MainActor
  fileprivate func explored(
    runs count: Int = ordersOfAProgram, seed: UInt64, _ runs: ExploredRuns
  ) async throws -> (orders: ExploredOrders, failure: String?) {
    var difference: String?
    let (orders, reports) = try await explored(runs: count, seed: seed) { exploration in
      // One is enough: the rest of the orders is empty.
      guard difference == nil else { return }
      ExploredProgramRun(self, in: exploration) { isComplete, text in
        runs.add(isComplete: isComplete)
        difference = difference ?? text
      }
    }
    return (orders, difference ?? reports.first)
  }

  /// The description of an order in which the engines differ, with few choices.
  @MainActor
  fileprivate func failingOrder(seed: UInt64) async throws -> String? {
    try await explored(runs: ordersOfAProgram, seed: seed) { exploration in
      ExploredProgramRun(self, in: exploration) { _, difference in
        if let difference { Issue.record("\(difference)") }
      }
    }
    .reports.first
  }

  @MainActor
  private func explored(
    runs: Int, seed: UInt64, _ program: @escaping @MainActor (Exploration) -> Void
  ) async throws -> (orders: ExploredOrders, reports: [String]) {
    let collector = IssueCollector()
    let orders = LockIsolated(ExploredOrders())
    try await collector.collecting {
      // States hold objects and functions, which are not compared.
      let result = try await explore(runs: runs, within: nil, seed: seed, reducesOrders: false) {
        program($0)
      }
      orders.setValue(result)
    }
    return (orders.value, collector.all)
  }
}

/// The number of runs of explored programs.
@MainActor
private final class ExploredRuns {
  private(set) var count = 0
  /// The runs that were compared up to their end.
  private(set) var completeCount = 0

  func add(isComplete: Bool) {
    count += 1
    if isComplete { completeCount += 1 }
  }
}
