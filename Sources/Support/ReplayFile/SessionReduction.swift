/// Delta debugging of a session: removes actions for as long as the session still fails.
///
/// An action goes with all actions that its effects sent, so that each action that stays has its
/// cause. The result is 1-minimal: without any of its actions, and the consequences of that action,
/// the session does not fail. Chunks of actions are removed from the end, first large ones, then
/// smaller ones. With `k` actions that matter among `n`, it takes about `2 k log₂(n / k)` attempts.
package struct SessionReduction {
  /// The causes of the actions, by index.
  private let causes: [Int?]
  /// The number of attempts so far.
  package private(set) var attempts = 0

  /// - Parameter causes: For each action, the index of the earlier action whose effect sent it.
  package init(causes: [Int?]) { self.causes = causes }

  /// - Parameter actions: The actions of a session.
  package init(of actions: [ReplayAction]) {
    self.init(causes: actions.map { action in action.cause?.action.map { $0 - 1 } })
  }

  /// Removes actions from a session that fails.
  ///
  /// - Parameters:
  ///   - length: The number of first actions to begin with; the others are removed.
  ///   - fails: Whether the session of these actions, in ascending order, fails.
  /// - Returns: The indices of the remaining actions.
  package mutating func minimal(
    of length: Int, fails: ([Int]) throws -> Bool
  ) rethrows -> [Int] {
    var kept = Array(0..<length)
    var size = max(length / 2, 1)
    while !kept.isEmpty {
      let before = kept.count
      try removeChunks(of: size, from: &kept, fails: fails)
      if size > 1 {
        size = max(min(size / 2, kept.count / 2), 1)
      } else if kept.count == before {
        break
      }
    }
    return kept
  }

  private mutating func removeChunks(
    of size: Int, from kept: inout [Int], fails: ([Int]) throws -> Bool
  ) rethrows {
    var end = kept.count
    while end > 0 {
      let start = max(end - size, 0)
      let candidate = without(start..<end, of: kept)
      attempts += 1
      if try fails(candidate) { kept = candidate }
      end = start
    }
  }

  /// The actions without a part of them, and without its consequences. These come later, so that
  /// indices before the part remain.
  private func without(_ part: Range<Int>, of kept: [Int]) -> [Int] {
    var removed = Set(kept[part])
    var rest = Array(kept[..<part.lowerBound])
    for action in kept[part.upperBound...] {
      if let cause = causes[action], removed.contains(cause) {
        removed.insert(action)
      } else {
        rest.append(action)
      }
    }
    return rest
  }
}
