/// Chooses a few of many sessions, which cover the behaviour of all.
package struct SessionCorpus {
  /// A pair of an action and a property that it changed; `nil` if it changed none.
  package struct Behaviour: Hashable, Sendable {
    package var action: String
    package var property: String?

    package init(action: String, property: String? = nil) {
      self.action = action
      self.property = property
    }
  }

  /// The behaviours of a session, with a star for each position of a collection.
  package static func behaviours(of session: ReplayRecording) -> Set<Behaviour> {
    var behaviours: Set<Behaviour> = []
    for action in session.actions {
      let properties = Set((action.changed ?? []).map(generalized))
      for property in properties {
        behaviours.insert(Behaviour(action: action.name, property: property))
      }
      if properties.isEmpty { behaviours.insert(Behaviour(action: action.name)) }
    }
    return behaviours
  }

  private static func generalized(_ path: String) -> String {
    path.replacing(#/\[[0-9]+\]/#, with: "[*]")
  }

  /// Chooses sessions that cover the behaviours of all: again and again the session that adds the
  /// most, the shorter one of two; then it leaves out those that the others cover.
  ///
  /// - Parameter sessions: The behaviours of each session, and the number of its actions.
  /// - Returns: The indices of the chosen sessions, in the order of their choice.
  package static func chosen(
    of sessions: [(behaviours: Set<Behaviour>, actions: Int)]
  ) -> [Int] {
    var chosen: [Int] = []
    var covered: Set<Behaviour> = []
    while true {
      let gains = sessions.indices.map { sessions[$0].behaviours.subtracting(covered).count }
      let best = sessions.indices.max { left, right in
        (gains[left], -sessions[left].actions, -left)
          < (gains[right], -sessions[right].actions, -right)
      }
      guard let best, gains[best] > 0 else { break }
      chosen.append(best)
      covered.formUnion(sessions[best].behaviours)
    }
    for index in chosen {
      let others = chosen.filter { $0 != index }.map { sessions[$0].behaviours }
      let isCovered = sessions[index].behaviours.isSubset(of: others.reduce([]) { $0.union($1) })
      if isCovered { chosen.removeAll { $0 == index } }
    }
    return chosen
  }
}
