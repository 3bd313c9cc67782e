@testable import ComposableCore
import ReferenceEngine

typealias RootFeature = Node<Node<Leaf>>

/// A store that a program runs in, of either kind.
@MainActor
protocol Subject: AnyObject {
  /// Sends actions, one right after the other.
  func send(_ actions: [RootFeature.Action]) async -> [StoreTask]
  var model: NodeModel { get async }
  /// The number that the features share.
  var shared: Int { get async }
  /// The store of a child.
  func scope(_ route: [Hop]) async -> (any ScopedStore)?
  /// Observes fields of the state, if the store can be observed.
  func makeObserver() -> Observer<ObservedFields>?
}

/// Fields of the root's state that are read one by one.
struct ObservedFields: Equatable, Sendable {
  let values: [Int]
  let belongings: BelongingsModel
  let rows: [Int]
  let optional: Int?
  let isPresented: Bool
  let alert: Int?
  let shared: Int

  /// The fields as the reference engine has them.
  init(_ model: NodeModel, shared: Int) {
    values = model.values
    belongings = model.belongings
    rows = model.rows.ids
    optional = model.children[.optional]?.id
    isPresented = model.presented != nil
    alert = model.alert?.number
    self.shared = shared
  }

  @MainActor
  fileprivate init(_ store: StoreOf<RootFeature>) {
    values = store.values
    belongings = store.belongings.model
    rows = store.rows.map(\.id)
    optional = store.optional?.id
    isPresented = store.presented != nil
    alert = store.alert?.number
    shared = store.tally
  }
}

final class MainActorSubject: Subject {
  private let store: StoreOf<RootFeature>

  init(_ world: World) {
    store = Store(initialState: .init(id: 0, population: world.program.shape.population)) {
      world.feature(RootFeature(world: world))
    } withDependencies: {
      $0.setUp(world.program)
    }
    world.setReader { [weak store] in MainActor.assumeIsolated { store?.state.outline ?? [] } }
    world.setSender { [weak world, weak store] target, group, isFromOtherStore in
      MainActor.assumeIsolated {
        let task = store?.send(RootFeature.Action(target))
        world?.watch(task, group, mayBeFinished: isFromOtherStore)
      }
    }
  }

  func send(_ actions: [RootFeature.Action]) async -> [StoreTask] {
    actions.map { store.send($0) }
  }

  var model: NodeModel { get async { store.model } }
  var shared: Int { get async { store.tally } }

  func scope(_ route: [Hop]) -> (any ScopedStore)? { RootFeature.scope(store, route[...]) }

  func makeObserver() -> Observer<ObservedFields>? {
    Observer { [weak store] in store.map { ObservedFields($0) } }
  }
}

final class ActorSubject: Subject {
  private let actor: StoreActorOf<RootFeature>

  init(_ world: World) {
    actor = Self.makeActor(world)
    world.setReader { [weak actor] in actor?.assumeIsolated { $0.state.outline } ?? [] }
    world.setSender { [weak world, weak actor] target, group, _ in
      actor?.assumeIsolated {
        world?.watch($0.send(RootFeature.Action(target)), group, mayBeFinished: false)
      }
    }
  }

  private nonisolated static func makeActor(_ world: World) -> StoreActorOf<RootFeature> {
    StoreActor(initialState: .init(id: 0, population: world.program.shape.population)) {
      world.feature(RootFeature(world: world))
    } withDependencies: {
      $0.setUp(world.program)
    }
  }

  func send(_ actions: [RootFeature.Action]) async -> [StoreTask] {
    await actor.send(all: actions)
  }

  var model: NodeModel { get async { await actor.state.model } }
  var shared: Int { get async { await actor.state.tally } }

  func scope(_ route: [Hop]) async -> (any ScopedStore)? {
    await RootFeature.scope(actor, route[...])
  }

  func makeObserver() -> Observer<ObservedFields>? { nil }
}

extension DependencyValues {
  /// Overrides the dependencies that the store of a program has to itself.
  fileprivate mutating func setUp(_ program: Program) {
    stackElementID = StackElementIDGenerator()
    mark = Mark.root
    defaultInMemoryStorage = InMemoryStorage()
    isStateReadableInReducers = program.shape.readsInReducers
  }
}

extension World {
  /// Notes when the action that a reducer sent is finished: not as long as the reducer runs, if
  /// that is one of the same store.
  fileprivate func watch(_ task: StoreTask?, _ group: Int, mayBeFinished: Bool) {
    // The store has ended.
    guard let task else { return finish(group) }
    if !mayBeFinished, task.group?.isIdle ?? true { noteEarlyEnd() }
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

  func run(_ order: Order) async -> StoreTask {
    await actor.send(all: [Action([], order)])[0]
  }

  var model: NodeModel { get async { await actor.state.model } }

  func makeObserver() -> Observer<NodeModel>? { nil }
}

extension StoreActor where Action: Sendable {
  /// Sends several actions, with nothing in between.
  fileprivate func send(all actions: [Action]) -> [StoreTask] { actions.map { send($0) } }
}
