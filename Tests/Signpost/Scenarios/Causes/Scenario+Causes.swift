import ComposableCore

extension Scenario {
  /// Visits several shops at the same time, and prints the causes that they have noted themselves.
  @MainActor
  public static func causes() async {
    async let onThreads = withTaskGroup { group in
      for rows in 2...4 { group.addTask { await ShopVisit(rows: rows).onThread() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let visit = await ShopVisit(rows: 1).onMainActor()
    let trees = await onThreads + [visit]
    print(trees.map { $0.lines() }.sorted().joined(), terminator: "")
  }
}
