/// The actions in a recorder that expectations of a test have covered, by their ids in its events.
package struct CoveredActions: Sendable {
  /// The covered actions, as recorded by the outermost wrapper.
  package var actions: Set<Int> = []
  /// The actions that expectations named directly: the next expectation of that name is about
  /// another one.
  package var taken: Set<Int> = []
  /// The number of effects of each action whose effects were covered.
  package var effectCounts: [Int: Int] = [:]

  package init() {}

  /// Adds the actions covered by another expectation.
  package mutating func add(_ other: CoveredActions) {
    actions.formUnion(other.actions)
    taken.formUnion(other.taken)
    effectCounts.merge(other.effectCounts) { $1 }
  }
}
