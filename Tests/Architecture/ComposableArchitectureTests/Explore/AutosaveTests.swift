import ComposableArchitecture
import ComposableCoreTestSupport
import Testing

/// A debounced write ends after the write at the exit.
@MainActor
@Suite struct AutosaveTests {
  @Test func explore_writeAtTheExit_isOvertaken() async throws {
    try await expectRace(reporting: [
      "with 1 choice other than the usual",
      "→ [Autosave] saved\n  comes after, and usually before",
    ]) { hasRace, exploration in
      let clock = TestClock()
      let server = LockIsolated("")
      let store = Store(initialState: Autosave.State()) {
        Autosave(hasRace: hasRace) { text in
          await exploration.pause()
          try Task.checkCancellation()
          server.setValue(text)
        }
      } withDependencies: {
        $0.continuousClock = clock
      }
      exploration.send(.textChanged("a"), to: store)
      exploration.advance(clock, by: .seconds(1))
      exploration.send(.textChanged("ab"), to: store)
      exploration.send(.exitTapped, to: store)
      exploration.advance(clock, by: .seconds(1))
      exploration.eventually { #expect(server.value == "ab") }
    }
  }
}

/// A text that is written as it is typed: writes replace each other only without the race.
@Reducer struct Autosave {
  @ObservableState struct State: Equatable {
    var text = ""
    var isOpen = true
    var saved = 0
  }
  enum Action {
    case textChanged(String)
    case debounced
    case exitTapped
    case saved
  }
  enum CancelID { case debounce, save }
  let hasRace: Bool
  let write: @Sendable (String) async throws -> Void
  @Dependency(\.continuousClock) var clock
  func save(_ text: String) -> Effect<Action> {
    let effect = Effect<Action>.run { send in
      try await write(text)
      await send(.saved)
    }
    return hasRace ? effect : effect.cancellable(id: CancelID.save, cancelInFlight: true)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .textChanged(let text):
        state.text = text
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.debounced)
        }
        .cancellable(id: CancelID.debounce, cancelInFlight: true)
      case .debounced:
        return save(state.text)
      case .exitTapped:
        state.isOpen = false
        return .merge(.cancel(id: CancelID.debounce), save(state.text))
      case .saved:
        state.saved += 1
        return .none
      }
    }
  }
}
