import ComposableArchitecture
import Testing

/// `willSet` and `didSet` of fields in observable states.
@MainActor
@Suite struct ObserversTests {
  @Test func didSet_afterAssignment_runsOnceWithTheOldValue() {
    var state = Player.State()
    state.volume = 3
    #expect(state.log == ["will 3", "did 1"])
    state.volume += 1
    #expect(state.log == ["will 3", "did 1", "will 4", "did 3"])
    state.volume = 4
    #expect(state.log.count == 6)
    state.tracks.append("a")
    state.tracks.append("b")
    #expect(state.changes == 2)
  }

  @Test func didSet_inInitializers_doesNotRun() {
    #expect(Player.State(volume: 2, tracks: ["a"]) == Player.State(volume: 2, tracks: ["a"]))
    #expect(Player.State(volume: 2).log == [])
  }

  @Test func fieldWithObservers_isObserved() {
    let store = Store(initialState: Player.State()) { Player() }
    let volume = Reader { store.volume }
    store.send(.tracksChanged)
    #expect(volume.changes == 0)
    store.send(.volumeChanged(7))
    #expect(volume.changes == 1)
    #expect(store.log == ["will 7", "did 1"])
    #expect(store.changes == 1)
  }
}

@Reducer
private struct Player {
  @ObservableState
  struct State: Equatable {
    var volume = 1 {
      willSet { log.append("will \(newValue)") }
      didSet { log.append("did \(oldValue)") }
    }
    var tracks: [String] = [] {
      didSet { changes += 1 }
    }
    var changes = 0
    var log: [String] = []
  }
  enum Action {
    case tracksChanged
    case volumeChanged(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tracksChanged: state.tracks.append("x")
      case .volumeChanged(let volume): state.volume = volume
      }
      return .none
    }
  }
}
