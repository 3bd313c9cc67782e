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
  /// The concatenation that this is a piece of, if it is one of any.
  let sequence: EffectSequence?
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
    sequence = context.sequence
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
    sequence = nil
  }

  /// Makes the work known to those who cancel it and those who wait for it.
  ///
  /// - Parameter task: Starts the task, which the effect is known to by then.
  func begin(_ task: @autoclosure () -> Task<Void, Never>) {
    runtime?.effects.insert(self)
    sequence?.insert(self)
    self.task = task()
    group.insert(self)
  }

  /// The work has ended: called once, by its task, in the store's isolation.
  func end() {
    isFinished = true
    runtime?.effects.remove(self)
    // Before the group, which is not idle if another effect starts now.
    sequence?.remove(self)
    group.remove(self)
  }

  static func == (lhs: RunningEffect, rhs: RunningEffect) -> Bool { lhs === rhs }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
