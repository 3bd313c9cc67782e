import ComposableArchitecture
import Foundation
import Testing

/// A game with many effects: parallel requests, sounds, haptics, a countdown and a server's events.
@MainActor
@Suite struct GameTests {
  @Test func start_loadsEverything_andCountsDown() async {
    let sounds = LockIsolated<[String]>([])
    let clock = TestClock()
    let store = TestStore(initialState: Game.State()) {
      Game()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.gameAudio.play = { sound in sounds.withValue { $0.append(sound) } }
      $0.gameServer.words = { ["cab", "bac"] }
      $0.gameServer.highScore = { 12 }
      $0.gameServer.events = {
        AsyncThrowingStream { continuation in
          continuation.yield(.opponentScored(3))
          continuation.finish()
        }
      }
      $0.mainRunLoop = .immediate
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Zeros())
    }
    let task = await store.send(.task)
    await store.receive(\.loaded) {
      $0.words = ["cab", "bac"]
      $0.highScore = 12
    }
    await store.receive(\.server.opponentScored) { $0.opponentScore = 3 }
    await store.receive(\.startCountdown)
    await clock.advance(by: .seconds(3))
    await store.receive(\.countdown) { $0.countdown = 2 }
    await store.receive(\.countdown) { $0.countdown = 1 }
    await store.receive(\.countdown) {
      $0.countdown = 0
      $0.startedAt = Date(timeIntervalSince1970: 0)
    }
    await store.send(.letterTapped(0)) { $0.selection = [0] }
    await store.send(.letterTapped(1)) { $0.selection = [0, 1] }
    await store.send(.submitButtonTapped) { $0.selection = [] }
    await store.receive(\.rejected)
    #expect(sounds.value == ["tick", "tick", "tick", "tap", "tap", "buzz"])
    await store.send(.endButtonTapped) {
      $0.gameOver = GameOver.State(score: 0, highScore: 12)
    }
    await store.send(\.gameOver.rematchButtonTapped)
    await store.receive(\.gameOver.delegate.startNewGame) {
      $0.gameOver = nil
      $0.countdown = 3
      $0.startedAt = nil
    }
    await store.receive(\.startCountdown)
    await task.cancel()
    await store.send(.leaveButtonTapped)
  }

  @Test func serverFails_gameGoesOn() async {
    struct Offline: Error {}
    let store = TestStore(initialState: Game.State()) {
      Game()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.gameServer.words = { throw Offline() }
      $0.gameServer.highScore = { 0 }
      $0.gameServer.events = { AsyncThrowingStream { $0.finish(throwing: Offline()) } }
      $0.mainRunLoop = .immediate
    }
    store.exhaustivity = .off
    await store.send(.task)
    await store.receive(\.failed)
    await store.send(.leaveButtonTapped)
  }
}

private struct Zeros: RandomNumberGenerator {
  func next() -> UInt64 { 0 }
}

@CasePathable
enum GameEvent: Equatable, Sendable {
  case opponentScored(Int)
}

@DependencyClient
struct GameServer: Sendable {
  var words: @Sendable () async throws -> [String]
  var highScore: @Sendable () async throws -> Int
  var events: @Sendable () -> AsyncThrowingStream<GameEvent, any Error> = { .finished() }
}

@DependencyClient
struct GameAudio: Sendable {
  var play: @Sendable (_ sound: String) async -> Void
}

extension GameServer: TestDependencyKey {
  static let testValue = GameServer()
}

extension GameAudio: DependencyKey {
  static let liveValue = GameAudio(play: { _ in })
}

extension DependencyValues {
  var gameServer: GameServer {
    get { self[GameServer.self] }
    set { self[GameServer.self] = newValue }
  }
  var gameAudio: GameAudio {
    get { self[GameAudio.self] }
    set { self[GameAudio.self] = newValue }
  }
}

@Reducer
struct GameOver {
  @ObservableState
  struct State: Equatable {
    var score: Int
    var highScore: Int
  }

  enum Action {
    case delegate(Delegate)
    case rematchButtonTapped

    @CasePathable
    enum Delegate { case startNewGame }
  }

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .delegate: .none
      case .rematchButtonTapped: .send(.delegate(.startNewGame))
      }
    }
  }
}

@Reducer
struct Game {
  @ObservableState
  struct State: Equatable {
    @Presents var gameOver: GameOver.State?
    var countdown = 3
    var highScore = 0
    var opponentScore = 0
    var score = 0
    var selection: [Int] = []
    var startedAt: Date?
    var words: [String] = []
  }

  enum Action {
    case countdown
    case endButtonTapped
    case failed(any Error)
    case gameOver(PresentationAction<GameOver.Action>)
    case leaveButtonTapped
    case letterTapped(Int)
    case loaded(words: [String], highScore: Int)
    case rejected
    case server(GameEvent)
    case startCountdown
    case submitButtonTapped
    case task
  }

  private enum CancelID { case countdown, events }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.gameAudio) var audio
  @Dependency(\.gameServer) var server
  @Dependency(\.mainRunLoop) var mainRunLoop
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  var body: some ReducerOf<Self> {
    CombineReducers {
      Reduce { state, action in
        self.core(&state, action)
      }
      .ifLet(\.$gameOver, action: \.gameOver) {
        GameOver()
      }
      sounds
    }
  }

  /// The sounds of the game, apart from its logic.
  @ReducerBuilder<State, Action>
  var sounds: some Reducer<State, Action> {
    Reduce { _, action in
      switch action {
      case .countdown: .run { _ in await audio.play(sound: "tick") }
      case .letterTapped: .run { _ in await audio.play(sound: "tap") }
      case .rejected: .run { _ in await audio.play(sound: "buzz") }
      default: .none
      }
    }
  }

  private func core(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .countdown:
      state.countdown -= 1
      guard state.countdown == 0 else { return .none }
      state.startedAt = now
      return .cancel(id: CancelID.countdown)
    case .endButtonTapped:
      state.gameOver = GameOver.State(score: state.score, highScore: state.highScore)
      return .none
    case .failed:
      return .none
    case .gameOver(.presented(.delegate(.startNewGame))):
      state.gameOver = nil
      state.countdown = 3
      state.startedAt = nil
      return .send(.startCountdown)
    case .gameOver:
      return .none
    case .leaveButtonTapped:
      return .merge(.cancel(id: CancelID.countdown), .cancel(id: CancelID.events))
    case .letterTapped(let index):
      state.selection.append(index)
      return .none
    case .loaded(let words, let highScore):
      state.words = words
      state.highScore = highScore
      return .none
    case .rejected:
      return .none
    case .server(.opponentScored(let score)):
      state.opponentScore = score
      return .none
    case .startCountdown:
      return .run { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.countdown) }
      }
      .cancellable(id: CancelID.countdown, cancelInFlight: true)
    case .submitButtonTapped:
      let word = withRandomNumberGenerator { state.words.randomElement(using: &$0) ?? "" }
      let isRight = state.selection.count == word.count
      state.selection = []
      return isRight ? .none : .send(.rejected)
    case .task:
      return .concatenate(
        .run { send in
          async let words = server.words()
          async let highScore = server.highScore()
          try await send(.loaded(words: words, highScore: highScore))
        } catch: { error, send in
          await send(.failed(error))
        },
        .merge(
          .run { send in
            for try await event in server.events() { await send(.server(event)) }
          } catch: { _, _ in
          }
          .cancellable(id: CancelID.events),
          .run { send in
            try await mainRunLoop.sleep(for: .milliseconds(500))
            await send(.startCountdown)
          }
        )
      )
    }
  }
}
