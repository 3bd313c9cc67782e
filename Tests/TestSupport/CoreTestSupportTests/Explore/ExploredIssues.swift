import ComposableCore

@testable import ComposableCoreTestSupport

/// Runs an exploration, and returns the issues that it reports.
@MainActor
func issues(
  _ body: @escaping @MainActor @Sendable () async throws -> ExploredOrders
) async throws -> (ExploredOrders, [String]) {
  let collector = IssueCollector()
  let orders = LockIsolated(ExploredOrders())
  try await collector.collecting {
    let result = try await body()
    orders.setValue(result)
  }
  return (orders.value, collector.all)
}

/// The texts that a store of a program has at the end of its orders.
///
/// Unchecked: used by the main actor only.
final class SeenTexts: @unchecked Sendable {
  private(set) var all: Set<String> = []

  @MainActor
  func insert(at exploration: Exploration, _ text: @escaping @MainActor () -> String) {
    exploration.eventually { self.all.insert(text()) }
  }
}
