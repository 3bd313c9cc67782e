import ComposableCore

typealias RootFeature = Node<Node<Leaf>>

/// A store that a program runs in, of either kind.
@MainActor
protocol Subject: AnyObject {
  /// Sends actions, one right after the other.
  func send(_ actions: [RootFeature.Action]) async -> [StoreTask]
  var currentState: RootFeature.State { get async }
  /// The store itself, where scopes can be taken of it.
  var store: StoreOf<RootFeature>? { get }
}

final class MainActorSubject: Subject {
  let store: StoreOf<RootFeature>?

  init(_ world: World) {
    store = Store(initialState: .init(id: 0, population: world.program.shape.population)) {
      RootFeature(world: world)
    } withDependencies: {
      $0.stackElementID = StackElementIDGenerator()
    }
  }

  func send(_ actions: [RootFeature.Action]) async -> [StoreTask] {
    actions.compactMap { store?.send($0) }
  }

  var currentState: RootFeature.State { get async { store!.state } }
}

final class ActorSubject: Subject {
  private let actor: StoreActorOf<RootFeature>
  let store: StoreOf<RootFeature>? = nil

  init(_ world: World) {
    actor = Self.makeActor(world)
  }

  private nonisolated static func makeActor(_ world: World) -> StoreActorOf<RootFeature> {
    StoreActor(initialState: .init(id: 0, population: world.program.shape.population)) {
      RootFeature(world: world)
    } withDependencies: {
      $0.stackElementID = StackElementIDGenerator()
    }
  }

  func send(_ actions: [RootFeature.Action]) async -> [StoreTask] {
    await actor.send(all: actions)
  }

  var currentState: RootFeature.State { get async { await actor.state } }
}

extension StoreActor where Action: Sendable {
  /// Sends several actions, with nothing in between.
  fileprivate func send(all actions: [Action]) -> [StoreTask] { actions.map { send($0) } }
}
