/// What a test has said of the actions in a recorder, by their ids in its events.
package struct StatedActions: Sendable {
  /// The actions that it spoke of, as the outermost wrapper tells of them.
  package var actions: Set<Int> = []
  /// The actions that it named by themselves: the next statement of that name is about another one.
  package var taken: Set<Int> = []
  /// How many effects the actions had whose effects it stated.
  package var effectCounts: [Int: Int] = [:]

  package init() {}

  /// Adds what else was said.
  package mutating func add(_ other: StatedActions) {
    actions.formUnion(other.actions)
    taken.formUnion(other.taken)
    effectCounts.merge(other.effectCounts) { $1 }
  }
}
