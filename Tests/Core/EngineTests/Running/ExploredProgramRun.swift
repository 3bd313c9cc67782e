import ComposableCore
import ComposableCoreTestSupport
import IssueReporting
import ReferenceEngine

/// Runs a program on the engine in the order that an exploration chooses, and on the reference
/// engine in the same order.
///
/// Before an effect of the engine runs up to its next wait, the one of the reference engine does.
@MainActor
final class ExploredProgramRun {
  private let pair: StorePair
  /// The first difference of the engines.
  private var difference: String?

  /// - Parameter didEnd: Called at the end of each order: with whether the engines had to agree up
  ///   to there, and their first difference.
  @discardableResult
  init(
    _ program: Program, in exploration: Exploration,
    didEnd: @escaping @MainActor (_ isComplete: Bool, _ difference: String?) -> Void
  ) {
    pair = StorePair(program, isExplored: true)
    let issues = IssueRecorder(world: pair.world)
    pair.world.setFollower { [weak self] serial in
      MainActor.assumeIsolated {
        guard let self, self.difference == nil else { return }
        self.difference = self.pair.follow(serial)
      }
    }
    withIssueReporters([issues]) { pair.begin() }
    for step in program.steps {
      if case .advance(let duration) = step {
        exploration.advance(pair.world.clock, by: .seconds(duration))
        continue
      }
      exploration.step("\(step)") {
        guard self.isFollowing else { return }
        await withIssueReporters([issues]) { self.difference = await self.pair.perform(step) }
        self.difference = self.difference ?? self.pair.compareSoFar()
      }
    }
    if program.sleeps { exploration.advance(pair.world.clock, by: .seconds(1_000)) }
    exploration.eventually {
      if self.isFollowing { self.difference = await self.pair.compareAtRest() }
      didEnd(self.isFollowing, self.difference)
    }
  }

  /// Whether the engines have to agree.
  private var isFollowing: Bool {
    difference == nil && !pair.reference.isAmbiguous && pair.reference.unseenRemovals.isEmpty
  }
}
