/// One piece of work that a store has started and that has not ended.
///
/// Unchecked: it is only touched in the isolation of its store, and its links in a group under the
/// group's lock.
final class RunningEffect: Hashable, @unchecked Sendable {
  /// The effect that the current task works for.
  @TaskLocal static var current: RunningEffect?

  /// What describes the work.
  let node: AnyEffectNode
  weak let runtime: StoreRuntime?
  let group: EffectGroup
  let path: EffectPath?
  let cancelIDs: [CancelID]
  let tracker: (any EffectTracker)?
  let presentation: Presentation?
  var task: Task<Void, Never>?
  /// The id its tracker gave it.
  var id: UInt64 = 0
  /// How many actions it has sent.
  var outputs: UInt32 = 0
  var isFinished = false
  var linksInStore = EffectLinks()
  var linksInGroup = EffectLinks()

  init<Action>(_ node: AnyEffectNode, context: EffectContext<Action>) {
    self.node = node
    runtime = context.runtime
    group = context.group
    path = context.path
    cancelIDs = context.cancelIDs
    tracker = context.tracker
    presentation = context.presentation
  }

  /// A part of an effect that can be cancelled on its own.
  init(partOf effect: RunningEffect, id: CancelID) {
    node = effect.node
    runtime = effect.runtime
    group = effect.group
    path = effect.path
    cancelIDs = [id]
    tracker = nil
    presentation = effect.presentation
  }

  static func == (lhs: RunningEffect, rhs: RunningEffect) -> Bool { lhs === rhs }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
