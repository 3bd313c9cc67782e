@testable import ComposableCore

typealias RootFeature = Node<Node<Leaf>>

/// A store that a program runs in, of either kind.
@MainActor
protocol Subject: AnyObject {
  /// Sends actions, one right after the other.
  func send(_ actions: [RootFeature.Action]) async -> [StoreTask]
  var currentState: RootFeature.State { get async }
  /// The store of a child.
  func scope(_ route: [Hop]) -> (any ScopedStore)?
}

final class MainActorSubject: Subject {
  private let store: StoreOf<RootFeature>

  init(_ world: World) {
    store = Store(initialState: .init(id: 0, population: world.program.shape.population)) {
      world.feature(RootFeature(world: world))
    } withDependencies: {
      $0.stackElementID = StackElementIDGenerator()
      $0.isStateReadableInReducers = world.program.shape.readsInReducers
    }
    world.setReader { [weak store] in MainActor.assumeIsolated { store?.state.outline ?? [] } }
    world.setSender { [weak world, weak store] target, group in
      MainActor.assumeIsolated { world?.watch(store?.send(RootFeature.Action(target)), group) }
    }
  }

  func send(_ actions: [RootFeature.Action]) async -> [StoreTask] {
    actions.map { store.send($0) }
  }

  var currentState: RootFeature.State { get async { store.state } }

  func scope(_ route: [Hop]) -> (any ScopedStore)? { RootFeature.scope(store, route[...]) }
}

final class ActorSubject: Subject {
  private let actor: StoreActorOf<RootFeature>

  init(_ world: World) {
    actor = Self.makeActor(world)
    world.setReader { [weak actor] in actor?.assumeIsolated { $0.state.outline } ?? [] }
    world.setSender { [weak world, weak actor] target, group in
      actor?.assumeIsolated { world?.watch($0.send(RootFeature.Action(target)), group) }
    }
  }

  private nonisolated static func makeActor(_ world: World) -> StoreActorOf<RootFeature> {
    StoreActor(initialState: .init(id: 0, population: world.program.shape.population)) {
      world.feature(RootFeature(world: world))
    } withDependencies: {
      $0.stackElementID = StackElementIDGenerator()
      $0.isStateReadableInReducers = world.program.shape.readsInReducers
    }
  }

  func send(_ actions: [RootFeature.Action]) async -> [StoreTask] {
    await actor.send(all: actions)
  }

  var currentState: RootFeature.State { get async { await actor.state } }

  func scope(_ route: [Hop]) -> (any ScopedStore)? {
    // Children that are always there have stores of this kind.
    switch route {
    case []: ScopedActor(actor)
    case [.scoped]: ScopedActor(actor.scope(\.scoped, action: \.scoped))
    case [.scoped, .scoped]:
      ScopedActor(
        actor.scope(\.scoped, action: \.scoped).scope(\.scoped, action: \.scoped))
    default: nil
    }
  }
}

extension World {
  /// Notes when the action that a reducer sent is finished: not as long as the reducer runs.
  fileprivate func watch(_ task: StoreTask?, _ group: Int) {
    guard let task else { return }
    if task.group?.isIdle ?? true { noteEarlyEnd() }
    Task {
      await task.finish()
      finish(group)
    }
  }
}

/// The store of a child on the actor of its root.
@MainActor
final class ScopedActor<State: ScriptedState, Action: ScriptedAction>: ScopedStore {
  private let actor: StoreActor<State, Action>

  init(_ actor: StoreActor<State, Action>) {
    self.actor = actor
  }

  func run(script: Int) async -> StoreTask {
    await actor.send(all: [Action([], script: script)])[0]
  }

  var anyState: any ScriptedState { get async { await actor.state } }
}

extension StoreActor where Action: Sendable {
  /// Sends several actions, with nothing in between.
  fileprivate func send(all actions: [Action]) -> [StoreTask] { actions.map { send($0) } }
}
