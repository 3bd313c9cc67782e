@testable import ComposableCore
import ReferenceEngine

/// A store of the engine and one of the reference engine, which are sent the same.
@MainActor
final class StorePair {
  private let program: Program
  private let isExplored: Bool
  let world: World
  let referenceWorld: World
  private(set) var reference: ReferenceStore<NodeModel, ModelAction>
  private var subject: (any Subject)?
  private var held: [(route: [Hop], store: any ScopedStore, observer: Observer<NodeModel>?)] = []
  private var observer: Observer<ObservedFields>?
  private var tasks: [StoreTask] = []
  private var sendCount = 0
  /// How often work had run when the stores of the reference engine settled last.
  private var settledRunCount = 0

  /// - Parameters:
  ///   - first: The pair that takes down the mistakes that are reported, if it is not this one.
  ///   - isExplored: Whether an exploration chooses the order of the effects.
  init(_ program: Program, first: StorePair? = nil, isExplored: Bool = false) {
    self.program = program
    self.isExplored = isExplored
    let isOnActor = program.shape.usesActor != (program.shape.mixesKinds && first != nil)
    world = World(
      program, isOnActor: isOnActor, issues: first?.world, isExplored: isExplored)
    let referenceWorld = World(
      program, isOnActor: isOnActor, issues: first?.referenceWorld, isExplored: isExplored)
    self.referenceWorld = referenceWorld
    reference = Self.makeReference(referenceWorld)
    referenceWorld.setSender { [weak self] target, group, isFromOtherStore in
      MainActor.assumeIsolated {
        guard let self else { return }
        let action = BothActions(target).model
        if isFromOtherStore {
          self.reference.send(
            action, group: group, isInOrder: self.reference.runCount == self.settledRunCount)
        } else {
          self.referenceWorld.report(.sentWhileProcessing)
          self.reference.send(action, group: group)
        }
      }
    }
    referenceWorld.setReader { [weak self] in
      MainActor.assumeIsolated {
        guard let self, !self.reference.isReleased else { return [] }
        return self.reference.state.outline
      }
    }
  }

  /// Sets the pair to which the reducers of this one send actions. Reducers on actors cannot send.
  func connect(to next: StorePair) {
    guard !world.isOnActor, !next.world.isOnActor else { return }
    let (nextWorld, nextReferenceWorld) = (next.world, next.referenceWorld)
    world.setSenderToNext { [weak nextWorld] in nextWorld?.send($0, isFromOtherStore: true) }
    referenceWorld.setSenderToNext { [weak referenceWorld, weak nextReferenceWorld] in
      referenceWorld?.reach("a send to another store")
      nextReferenceWorld?.send($0, isFromOtherStore: true)
    }
  }

  /// Lets the store of the reference engine run.
  ///
  /// - Returns: Whether there was work to do.
  func settleReference() -> Bool {
    let before = reference.runCount
    reference.settle()
    return reference.runCount != before
  }

  /// Notes that all stores of the reference engine have settled, before the next step.
  func noteSettled() { settledRunCount = reference.runCount }

  private static func makeReference(_ world: World) -> ReferenceStore<NodeModel, ModelAction> {
    let level = RootFeature.State.level
    return ReferenceStore(
      NodeModel(level: level, id: 0, population: world.program.shape.population),
      world.called(world.node(level: level)), isOrdered: world.isExplored,
      record: { serial, event in
        if case .interrupted(let isInTime, let isBetweenActions) = event {
          if isBetweenActions, isInTime { world.reach("a read between actions") }
          if !isInTime { world.noteLateRead(serial) }
          return world.recordRead(serial)
        }
        world.record(serial, event)
        if case .began = event { world.record(serial, mark: world.mark(of: serial)) }
      },
      report: { world.report($0) })
  }

  /// Makes the store of the engine.
  func begin() {
    subject = world.isOnActor ? ActorSubject(world) : MainActorSubject(world)
    observer = program.shape.isObserved ? subject?.makeObserver() : nil
    if observer != nil { referenceWorld.reach("an observed store") }
  }

  /// Ends both stores.
  ///
  /// - Returns: Where they differ then.
  func end() async -> String? {
    await release()
  }

  /// Ends both stores without a comparison.
  func abandon() {
    held = []
    subject = nil
    tasks.forEach { $0.cancel() }
  }

  private func release() async -> String? {
    subject = nil
    if !held.isEmpty {
      // The stores of children keep the root.
      await settle()
      if let text = compareTraces() { return "without the root's store\n" + text }
      held = []
    }
    reference.release()
    reference.settle()
    guard !reference.isAmbiguous else { return nil }
    await settle()
    return compareTraces().map { "at the end of the store\n" + $0 }
  }

  /// Performs a step.
  ///
  /// - Returns: Where the stores differ already.
  func perform(_ step: Step) async -> String? {
    if isExplored { moveReferenceClock() }
    switch step {
    case .send(let targets): await send(targets.map(BothActions.init))
    case .sendThroughScope(let target):
      guard let scope = await scope(target.route) else {
        await send([BothActions(target)])
        return nil
      }
      await send(target, through: scope)
    case .hold(let route):
      guard let store = await scope(route) else { return nil }
      let observer = program.shape.isObserved ? store.makeObserver() : nil
      if observer != nil, !route.isEmpty { referenceWorld.reach("an observed child") }
      if world.isOnActor, route.contains(where: { $0 != .scoped }) {
        referenceWorld.reach("a kept child of an actor")
      }
      held.append((route, store, observer))
    case .sendThroughHeld(let index, let script, let form):
      guard !held.isEmpty else { return nil }
      let (route, store, _) = held[index % held.count]
      await send(Target(route: route, script: script, form: form), through: store)
    case .release(let index):
      guard !held.isEmpty else { return nil }
      held.remove(at: index % held.count)
    case .recreate:
      if let text = await release() { return text }
      guard !reference.isAmbiguous else { return nil }
      referenceWorld.beginStore()
      reference = Self.makeReference(referenceWorld)
      settledRunCount = 0
      begin()
    case .dismiss(let route):
      guard let actions = BothActions(dismissing: route) else { return nil }
      await send([actions])
    case .resume(let index):
      let waiting = reference.waiting
      guard !waiting.isEmpty else { return nil }
      let serial = waiting[index % waiting.count]
      reference.resume(serial)
      world.turns.resume(serial)
    case .advance(let duration):
      reference.advance(by: duration)
      await world.clock.advance(by: .seconds(duration))
    case .cancelTask(let index):
      guard !tasks.isEmpty else { return nil }
      reference.cancel(group: index % tasks.count)
      tasks[index % tasks.count].cancel()
    }
    return nil
  }

  private func scope(_ route: [Hop]) async -> (any ScopedStore)? { await subject?.scope(route) }

  private func send(_ actions: [BothActions]) async {
    for action in actions { sendToReference(action.model) }
    for task in await subject!.send(actions.map(\.action)) { watch(task) }
  }

  private func send(_ target: Target, through store: any ScopedStore) async {
    sendToReference(BothActions(target).model)
    watch(await store.run(target.order))
  }

  private func sendToReference(_ action: ModelAction) {
    reference.send(action, group: sendCount)
    sendCount += 1
  }

  private func watch(_ task: StoreTask) {
    let index = tasks.count
    tasks.append(task)
    // A task that waits for the end would be one more to order.
    guard !isExplored else { return }
    Task { [world] in
      await task.finish()
      world.finish(index)
    }
  }

  /// Where the stores differ, once nothing happens any more.
  func compare() async -> String? {
    await settle()
    if reference.isAmbiguous { return nil }
    // A removal that its operator does not see is noticed with the next action.
    while let removal = reference.unseenRemovals.popLast() {
      await send([BothActions(Target(route: [Hop](toOwnerOf: removal), script: -1))])
      await settle()
      if reference.isAmbiguous { return nil }
    }
    if let text = compareTraces() { return text }
    if let text = await findKeptEffect() { return text }
    return await compareStates()
  }

  private func compareStates() async -> String? {
    let state = await subject!.model
    if state != reference.state {
      return "state:\n  reference: \(reference.state)\n  engine:    \(state)"
    }
    let shared = await subject!.shared
    if shared != referenceWorld.sharedNumber {
      return "shared number: reference \(referenceWorld.sharedNumber), engine \(shared)"
    }
    let fields = ObservedFields(reference.state, shared: referenceWorld.sharedNumber)
    if let text = await observer?.difference(from: fields) { return text }
    for (route, store, observer) in held {
      guard let expected = reference.state.child(at: route[...]) else { continue }
      let state = await store.model
      if state != expected {
        return "state of the store at \(route):\n  reference: \(expected)\n  engine: \(state)"
      }
      if let text = await observer?.difference(from: expected) {
        return "store at \(route), \(text)"
      }
    }
    return nil
  }

  private func moveReferenceClock() {
    reference.moveClock(to: Int(world.clock.now.offset.components.seconds))
  }

  /// Runs an effect of the reference engine up to its next wait, as the engine is about to.
  ///
  /// - Returns: Where the stores differ already.
  func follow(_ serial: Int) -> String? {
    moveReferenceClock()
    if let text = compareSoFar() { return text }
    if reference.isAmbiguous || reference.run(serial) { return nil }
    return "effect \(serial) runs, and cannot in the reference engine"
  }

  /// Where the stores differ in the middle of an explored order.
  func compareSoFar() -> String? {
    guard !reference.isAmbiguous else { return nil }
    if let text = compareTraces() { return text }
    for (group, task) in tasks.enumerated() {
      let isFinished = reference.isFinished(group: group)
      if (task.group?.isIdle ?? true) != isFinished {
        return "send \(group) is finished in the \(isFinished ? "reference engine" : "engine") only"
      }
    }
    return nil
  }

  /// Where the stores differ at the end of an explored order, when all effects have ended.
  func compareAtRest() async -> String? {
    if let text = compareSoFar() { return text }
    guard !reference.isAmbiguous else { return nil }
    if !reference.isIdle { return "effects still run in the reference engine" }
    if let text = await findKeptEffect() { return text }
    return await compareStates()
  }

  /// Without running effects, the code of earlier ones is not kept: a store that lives for long
  /// would keep all that its effects ever used.
  private func findKeptEffect() async -> String? {
    guard reference.isIdle else { return nil }
    for (serial, events) in referenceWorld.trace.effects {
      switch events.last {
      case .returned, .threwCancellation, .threwError, .handlerReturned: break
      default: continue
      }
      for _ in 0..<20 where world.isKept(serial) { await Task.yield() }
      if world.isKept(serial) { return "effect \(serial) has ended, and its code is kept" }
    }
    return nil
  }

  private func compareTraces() -> String? {
    let (expected, actual) = referenceWorld.traces(with: world)
    return expected == actual ? nil : expected.difference(from: actual)
  }

  /// Lets both stores run until nothing happens any more.
  private func settle() async {
    reference.settle()
    for send in Array(0..<sendCount) + referenceWorld.groupsOfReducers
    where reference.isFinished(group: send) {
      if !referenceWorld.trace.finished.contains(send) { referenceWorld.finish(send) }
    }
    for _ in 0..<8 { await Task.yield() }
    var version = -1
    for _ in 0..<100 {
      if world.version != version {
        version = world.version
        let (expected, actual) = referenceWorld.traces(with: world)
        if actual == expected { return }
      }
      await Task.yield()
    }
  }
}

/// An action for the engine and for the reference engine.
private struct BothActions {
  let action: RootFeature.Action
  let model: ModelAction

  init(_ target: Target) {
    action = RootFeature.Action(target)
    model = ModelAction(target, level: RootFeature.State.level)
  }

  init?(dismissing route: [Hop]) {
    guard let action = RootFeature.Action(dismissing: route[...]),
      let model = ModelAction(dismissing: route)
    else { return nil }
    self.action = action
    self.model = model
  }
}
