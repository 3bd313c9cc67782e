import ComposableCore
import IssueReporting
import ReferenceEngine

/// Runs a program on both engines, step by step.
@MainActor
final class ProgramRun {
  /// Where the engines differ.
  struct Difference {
    let step: Int
    let text: String
  }

  private let program: Program
  private let world: World
  private let referenceWorld: World
  private let reference: ReferenceStore<RootFeature.State, RootFeature.Action>
  private let referenceIDs = StackElementIDGenerator()
  private var subject: (any Subject)?
  private var held: [(route: [Hop], store: any ScopedStore)] = []
  private var tasks: [StoreTask] = []
  private var sendCount = 0
  /// How many steps were compared before the program came to a point where the engines may differ.
  private(set) var comparedSteps = 0

  init(_ program: Program) {
    self.program = program
    world = World(program)
    let referenceWorld = World(program)
    self.referenceWorld = referenceWorld
    reference = ReferenceStore(
      .init(id: 0, population: program.shape.population),
      RootFeature.reference(referenceWorld, place: ""),
      record: referenceWorld.record, report: referenceWorld.report)
  }

  /// Runs the program. Call it where tasks take turns.
  ///
  /// - Returns: Where the engines differ first, if they do.
  func run() async -> Difference? {
    let difference = await withIssueReporters([IssueRecorder(world: world)]) {
      subject = program.shape.usesActor ? ActorSubject(world) : MainActorSubject(world)
      for (index, step) in program.steps.enumerated() {
        await perform(step)
        if reference.isAmbiguous { return await end(nil) }
        if let text = await compare() {
          return await end(Difference(step: index, text: text))
        }
        comparedSteps += 1
      }
      held = []
      subject = nil
      reference.release()
      await settle()
      let text = compareTraces()
      return text.map {
        Difference(step: program.steps.count, text: "at the end of the store\n" + $0)
      }
    }
    return difference
  }

  private func end(_ difference: Difference?) async -> Difference? {
    held = []
    subject = nil
    tasks.forEach { $0.cancel() }
    for _ in 0..<20 { await Task.yield() }
    return difference
  }

  private func perform(_ step: Step) async {
    switch step {
    case .send(let targets): await send(targets.map(RootFeature.Action.init))
    case .sendThroughScope(let target):
      guard let scope = scope(target.route) else {
        return await send([RootFeature.Action(target)])
      }
      sendToBoth(RootFeature.Action(target)) { scope.run(script: target.script) }
    case .hold(let route):
      guard let store = scope(route) else { return }
      held.append((route, store))
    case .sendThroughHeld(let index, let script):
      guard !held.isEmpty else { return }
      let (route, store) = held[index % held.count]
      sendToBoth(RootFeature.Action(route[...], script: script)) { store.run(script: script) }
    case .release(let index):
      guard !held.isEmpty else { return }
      held.remove(at: index % held.count)
    case .dismiss(let route):
      guard let action = RootFeature.Action(dismissing: route[...]) else { return }
      await send([action])
    case .resume(let index):
      let waiting = reference.waiting
      guard !waiting.isEmpty else { return }
      let serial = waiting[index % waiting.count]
      reference.resume(serial)
      world.turns.resume(serial)
    case .advance(let duration):
      withReferenceIDs { reference.advance(by: duration) }
      await world.clock.advance(by: .seconds(duration))
    case .cancelTask(let index):
      guard !tasks.isEmpty else { return }
      reference.cancel(group: index % tasks.count)
      tasks[index % tasks.count].cancel()
    }
  }

  private func scope(_ route: [Hop]) -> (any ScopedStore)? {
    guard let store = subject?.store else { return nil }
    return RootFeature.scope(store, route[...])
  }

  private func send(_ actions: [RootFeature.Action]) async {
    for action in actions {
      withReferenceIDs { reference.send(action, group: sendCount) }
      sendCount += 1
    }
    for task in await subject!.send(actions) { watch(task) }
  }

  private func sendToBoth(_ action: RootFeature.Action, _ send: () -> StoreTask) {
    withReferenceIDs { reference.send(action, group: sendCount) }
    sendCount += 1
    watch(send())
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

  private func compare() async -> String? {
    await settle()
    if reference.isAmbiguous { return nil }
    // What goes unseen by its operator is noticed with the next action.
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
      guard let expected = reference.state.child(at: route[...]),
        !store.anyState.isEqual(to: expected)
      else { continue }
      return
        "state of the store at \(route):\n  reference: \(expected)\n  engine: \(store.anyState)"
    }
    return nil
  }

  private func compareTraces() -> String? {
    let (expected, actual) = (referenceWorld.trace, world.trace)
    return expected == actual ? nil : expected.difference(from: actual)
  }

  /// Lets both engines run until nothing happens any more.
  private func settle() async {
    withReferenceIDs { reference.settle() }
    for send in 0..<sendCount where reference.isFinished(group: send) {
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
