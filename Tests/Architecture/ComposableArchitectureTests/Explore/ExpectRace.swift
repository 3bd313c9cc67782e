import ComposableArchitecture
import Foundation
import Testing

@testable import ComposableCoreTestSupport

/// Fails unless a program with a race fails, with the expected texts in its report, and fails again
/// in the reported order, while the corrected program passes.
///
/// - Parameters:
///   - texts: The parts of the report.
///   - program: The program, with the race if the first argument is `true`.
@MainActor
func expectRace(
  reporting texts: [String],
  in program: @escaping @MainActor @Sendable (Bool, Exploration) -> Void
) async throws {
  let (orders, reports) = try await reportsOfExploration(hasRace: true, program)
  #expect(orders.hasFailed)
  let report = try #require(reports.first)
  #expect(reports.count == 1)
  for text in texts { #expect(report.contains(text), "\(report)") }
  let order = try #require(
    report.components(separatedBy: "explore(replaying: \"").last?.split(separator: "\"").first)
  let (_, repeated) = try await reportsOfExploration(hasRace: true, replaying: "\(order)", program)
  #expect(repeated.first?.contains("The program fails in") == true)
  let (corrected, alarms) = try await reportsOfExploration(hasRace: false, program)
  #expect(!corrected.hasFailed)
  #expect(alarms.isEmpty)
}

@MainActor
private func reportsOfExploration(
  hasRace: Bool, replaying order: String? = nil,
  _ program: @escaping @MainActor @Sendable (Bool, Exploration) -> Void
) async throws -> (ExploredOrders, [String]) {
  let issues = IssueCollector()
  let orders = LockIsolated(ExploredOrders())
  try await issues.collecting {
    let result = try await explore(
      replaying: order, runs: hasRace ? 1_000 : 300, within: nil, seed: 1
    ) {
      program(hasRace, $0)
    }
    orders.setValue(result)
  }
  return (orders.value, issues.all)
}
