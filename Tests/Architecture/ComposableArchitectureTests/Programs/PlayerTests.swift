import ComposableArchitecture
import Testing

/// A player: a timer, a stream of events of a device, and a sleep timer that stops both.
@MainActor
@Suite struct PlayerTests {
  @Test func playing_ticksUntilItIsPaused() async {
    let clock = TestClock()
    let (events, device) = AsyncStream.makeStream(of: PlayerEvent.self)
    let store = TestStore(initialState: MusicPlayer.State(track: "One")) {
      MusicPlayer()
    } withDependencies: {
      $0.continuousClock = clock
      $0.playerDevice.play = { _ in events }
      $0.playerDevice.stop = { device.finish() }
    }
    await store.send(.playButtonTapped) { $0.isPlaying = true }
    await clock.advance(by: .seconds(2))
    await store.receive(\.ticked) { $0.position = 1 }
    await store.receive(\.ticked) { $0.position = 2 }
    device.yield(.levelChanged(0.5))
    await store.receive(\.device.levelChanged, 0.5) { $0.level = 0.5 }
    await store.send(.pauseButtonTapped) { $0.isPlaying = false }
    await clock.advance(by: .seconds(5))
  }

  @Test func sleepTimer_stopsTheMusic() async {
    let clock = TestClock()
    let store = TestStore(initialState: MusicPlayer.State(track: "One")) {
      MusicPlayer()
    } withDependencies: {
      $0.continuousClock = clock
      $0.playerDevice.play = { _ in .never }
      $0.playerDevice.stop = {}
    }
    await store.send(.sleepTimerButtonTapped(minutes: 1)) { $0.stopsIn = 60 }
    await store.send(.playButtonTapped) { $0.isPlaying = true }
    store.exhaustivity = .off
    await clock.advance(by: .seconds(60))
    await store.receive(\.sleepTimerFired) {
      $0.isPlaying = false
      $0.stopsIn = nil
    }
  }

  @Test func deviceFails_isShown() async {
    struct Unplugged: Error {}
    let store = TestStore(initialState: MusicPlayer.State(track: "One")) {
      MusicPlayer()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.playerDevice.play = { _ in throw Unplugged() }
      $0.playerDevice.stop = {}
    }
    await store.send(.playButtonTapped) { $0.isPlaying = true }
    await store.receive(\.failed) {
      $0.isPlaying = false
      $0.message = "Unplugged()"
    }
  }
}

@CasePathable
enum PlayerEvent: Equatable, Sendable {
  case levelChanged(Double)
  case trackEnded
}

@DependencyClient
struct PlayerDevice: Sendable {
  var play: @Sendable (_ track: String) async throws -> AsyncStream<PlayerEvent>
  var stop: @Sendable () async -> Void
}

extension PlayerDevice: TestDependencyKey {
  static let testValue = PlayerDevice()
}

extension DependencyValues {
  var playerDevice: PlayerDevice {
    get { self[PlayerDevice.self] }
    set { self[PlayerDevice.self] = newValue }
  }
}

@Reducer
struct MusicPlayer {
  @ObservableState
  struct State: Equatable {
    let track: String
    var isPlaying = false
    var level = 1.0
    var message: String?
    var position = 0
    var stopsIn: Int?
  }

  enum Action {
    case device(PlayerEvent)
    case failed(any Error)
    case pauseButtonTapped
    case playButtonTapped
    case sleepTimerButtonTapped(minutes: Int)
    case sleepTimerFired
    case ticked
  }

  enum CancelID: Hashable { case playback, sleepTimer }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.playerDevice) var device

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .device(.levelChanged(let level)):
        state.level = level
        return .none
      case .device(.trackEnded):
        return .send(.pauseButtonTapped)
      case .failed(let error):
        state.message = "\(error)"
        state.isPlaying = false
        return .cancel(id: CancelID.playback)
      case .pauseButtonTapped:
        state.isPlaying = false
        return .merge(
          .cancel(id: CancelID.playback),
          .run { _ in await device.stop() }
        )
      case .playButtonTapped:
        state.isPlaying = true
        return .run { [track = state.track] send in
          let events = try await device.play(track: track)
          await withTaskGroup(of: Void.self) { group in
            group.addTask {
              for await event in events { await send(.device(event)) }
            }
            group.addTask {
              for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
            }
          }
        } catch: { error, send in
          await send(.failed(error))
        }
        .cancellable(id: CancelID.playback, cancelInFlight: true)
      case .sleepTimerButtonTapped(let minutes):
        state.stopsIn = minutes * 60
        return .run { send in
          try await clock.sleep(for: .seconds(60 * minutes))
          await send(.sleepTimerFired)
        }
        .cancellable(id: CancelID.sleepTimer, cancelInFlight: true)
      case .sleepTimerFired:
        state.isPlaying = false
        state.stopsIn = nil
        return .concatenate(
          .cancel(id: CancelID.playback),
          .run { _ in await device.stop() }
        )
      case .ticked:
        state.position += 1
        return .none
      }
    }
  }
}
