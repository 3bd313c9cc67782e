import ComposableCore
import ReferenceEngine

/// A store of the engine and one of the reference engine, which are sent the same.
@MainActor
final class StorePair {
  private let program: Program
  let world: World
  let referenceWorld: World
  private(set) var reference: ReferenceStore<RootFeature.State, RootFeature.Action>
  private var referenceIDs = StackElementIDGenerator()
  private var subject: (any Subject)?
  private var held: [(route: [Hop], store: any ScopedStore)] = []
  private var tasks: [StoreTask] = []
  private var sendCount = 0

  /// - Parameter first: The pair that takes down the mistakes that are reported, if it is not this
  ///   one.
  init(_ program: Program, first: StorePair? = nil) {
    self.program = program
    world = World(program, issues: first?.world)
    let referenceWorld = World(program, issues: first?.referenceWorld)
    self.referenceWorld = referenceWorld
    reference = Self.makeReference(referenceWorld)
    referenceWorld.setReader { [weak self] in
      MainActor.assumeIsolated { self?.reference.state.outline ?? [] }
    }
    referenceWorld.setSender { [weak self] target, group in
      MainActor.assumeIsolated {
        self?.referenceWorld.report(.sentWhileProcessing)
        self?.reference.send(RootFeature.Action(target), group: group)
      }
    }
  }

  private static func makeReference(
    _ world: World
  ) -> ReferenceStore<RootFeature.State, RootFeature.Action> {
    ReferenceStore(
      .init(id: 0, population: world.program.shape.population),
      RootFeature.reference(world, place: ""),
      record: { world.record($0, $1) }, report: { world.report($0) })
  }

  /// Makes the store of the engine.
  func begin() {
    subject = program.shape.usesActor ? ActorSubject(world) : MainActorSubject(world)
  }

  /// Ends both stores.
  ///
  /// - Returns: Where they differ then.
  func end() async -> String? {
    let difference = await release()
    referenceWorld.forgetReducers()
    return difference
  }

  /// Ends both stores without a comparison.
  func abandon() {
    held = []
    subject = nil
    referenceWorld.forgetReducers()
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
    withReferenceIDs { reference.settle() }
    guard !reference.isAmbiguous else { return nil }
    await settle()
    return compareTraces().map { "at the end of the store\n" + $0 }
  }

  /// Performs a step.
  ///
  /// - Returns: Where the stores differ already.
  func perform(_ step: Step) async -> String? {
    switch step {
    case .send(let targets): await send(targets.map(RootFeature.Action.init))
    case .sendThroughScope(let target):
      guard let scope = scope(target.route) else {
        await send([RootFeature.Action(target)])
        return nil
      }
      await sendToBoth(RootFeature.Action(target), through: scope, script: target.script)
    case .hold(let route):
      guard let store = scope(route) else { return nil }
      held.append((route, store))
    case .sendThroughHeld(let index, let script):
      guard !held.isEmpty else { return nil }
      let (route, store) = held[index % held.count]
      await sendToBoth(
        RootFeature.Action(route[...], script: script), through: store, script: script)
    case .release(let index):
      guard !held.isEmpty else { return nil }
      held.remove(at: index % held.count)
    case .recreate:
      if let text = await release() { return text }
      guard !reference.isAmbiguous else { return nil }
      referenceIDs = StackElementIDGenerator()
      reference = Self.makeReference(referenceWorld)
      begin()
    case .dismiss(let route):
      guard let action = RootFeature.Action(dismissing: route[...]) else { return nil }
      await send([action])
    case .resume(let index):
      let waiting = reference.waiting
      guard !waiting.isEmpty else { return nil }
      let serial = waiting[index % waiting.count]
      reference.resume(serial)
      world.turns.resume(serial)
    case .advance(let duration):
      withReferenceIDs { reference.advance(by: duration) }
      await world.clock.advance(by: .seconds(duration))
    case .cancelTask(let index):
      guard !tasks.isEmpty else { return nil }
      reference.cancel(group: index % tasks.count)
      tasks[index % tasks.count].cancel()
    }
    return nil
  }

  private func scope(_ route: [Hop]) -> (any ScopedStore)? { subject?.scope(route) }

  private func send(_ actions: [RootFeature.Action]) async {
    for action in actions {
      withReferenceIDs { reference.send(action, group: sendCount) }
      sendCount += 1
    }
    for task in await subject!.send(actions) { watch(task) }
  }

  private func sendToBoth(
    _ action: RootFeature.Action, through store: any ScopedStore, script: Int
  ) async {
    withReferenceIDs { reference.send(action, group: sendCount) }
    sendCount += 1
    watch(await store.run(script: script))
  }

  private func watch(_ task: StoreTask) {
    let index = tasks.count
    tasks.append(task)
    Task { [world] in
      await task.finish()
      world.finish(index)
    }
  }

  private func withReferenceIDs(_ body: () -> Void) {
    withDependencies {
      $0.stackElementID = referenceIDs
    } operation: {
      body()
    }
  }

  /// Where the stores differ, once nothing happens any more.
  func compare() async -> String? {
    await settle()
    if reference.isAmbiguous { return nil }
    // A removal that its operator does not see is noticed with the next action.
    while let removal = reference.unseenRemovals.popLast() {
      await send([RootFeature.Action(Target(route: [Hop](toOwnerOf: removal), script: -1))])
      await settle()
      if reference.isAmbiguous { return nil }
    }
    if let text = compareTraces() { return text }
    let state = await subject!.currentState
    if state != reference.state {
      return "state:\n  reference: \(reference.state)\n  engine:    \(state)"
    }
    for (route, store) in held {
      guard let expected = reference.state.child(at: route[...]) else { continue }
      let state = await store.anyState
      if state.isEqual(to: expected) { continue }
      return "state of the store at \(route):\n  reference: \(expected)\n  engine: \(state)"
    }
    return nil
  }

  private func compareTraces() -> String? {
    let (expected, actual) = (referenceWorld.trace, world.trace)
    return expected == actual ? nil : expected.difference(from: actual)
  }

  /// Lets both stores run until nothing happens any more.
  private func settle() async {
    withReferenceIDs { reference.settle() }
    for send in Array(0..<sendCount) + referenceWorld.groupsOfReducers
    where reference.isFinished(group: send) {
      if !referenceWorld.trace.finished.contains(send) { referenceWorld.finish(send) }
    }
    let expected = referenceWorld.trace
    for _ in 0..<8 { await Task.yield() }
    var version = -1
    for _ in 0..<100 {
      if world.version != version {
        version = world.version
        if world.trace == expected { return }
      }
      await Task.yield()
    }
  }
}
