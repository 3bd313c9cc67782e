import ComposableArchitecture
import Observation
import Testing

/// Notifications when a property is assigned an equal value that refers to other observed objects.
@MainActor
@Suite struct ReplacedReferencesTests {
  @Test func assign_equalModel_notifiesReadersOfTheModel() {
    let player = Turntable(id: 1)
    let store = Store(initialState: Deck.State(player: player)) { Deck() }
    let isPlaying = Reader { store.player.isPlaying }
    let optional = Reader { store.optionalPlayer?.isPlaying }
    let players = Reader { store.players.map(\.isPlaying) }
    let other = Turntable(id: 1)
    store.send(.replace(other))
    other.isPlaying = true
    #expect(isPlaying.changes >= 1)
    #expect(optional.changes >= 1)
    #expect(players.changes >= 1)
  }

  @Test func assign_equalSharedValue_notifiesReadersOfTheValue() {
    let store = Store(initialState: Deck.State(player: Turntable(id: 1))) { Deck() }
    let volume = Reader { store.volume }
    let volumes = Reader { store.volumes.map(\.wrappedValue) }
    let plain = Reader { store.plain.volume }
    let other = Shared(value: 0)
    store.send(.share(other))
    other.withLock { $0 = 5 }
    #expect(volume.changes >= 1)
    #expect(volumes.changes >= 1)
    #expect(plain.changes >= 1)
    #expect(store.volume == 5)
    #expect(store.volumes.map(\.wrappedValue) == [5])
    #expect(store.plain.volume == 5)
  }
}

@Observable
final class Turntable: Equatable, @unchecked Sendable {
  let id: Int
  var isPlaying = false
  init(id: Int) { self.id = id }
  static func == (lhs: Turntable, rhs: Turntable) -> Bool { lhs.id == rhs.id }
}

struct PlainVolume: Equatable {
  @Shared var volume: Int
  init(_ volume: Shared<Int>) { _volume = volume }
}

@Reducer
struct Deck {
  @ObservableState
  struct State: Equatable {
    var player: Turntable
    var optionalPlayer: Turntable?
    var players: [Turntable]
    @Shared var volume: Int
    var volumes: [Shared<Int>]
    var plain: PlainVolume

    init(player: Turntable) {
      self.player = player
      optionalPlayer = player
      players = [player]
      let shared = Shared(value: 0)
      _volume = shared
      volumes = [Shared(value: 0)]
      plain = PlainVolume(Shared(value: 0))
    }
  }
  enum Action { case replace(Turntable), share(Shared<Int>) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .replace(let player):
        state.player = player
        state.optionalPlayer = player
        state.players = [player]
      case .share(let shared):
        state.$volume = shared
        state.volumes = [shared]
        state.plain = PlainVolume(shared)
      }
      return .none
    }
  }
}
