import ComposableCore
import Testing

@testable import HigherOrderReducers

@MainActor
struct AppReducerTests {
  let saved = LockIsolated<[SettingsState]>([])

  var environment: AppEnvironment {
    AppEnvironment(
      settings: SettingsEnvironment { [saved] settings in
        saved.withValue { $0.append(settings) }
      },
      numberFact: { "\($0) is a good number Brent" })
  }

  @Test func partsAreReduced() async {
    let store = TestStore(
      initialState: AppState(), reducer: appReducer.logging(), environment: environment)
    await store.assert(
      .send(.feature(.incrementButtonTapped)) {
        $0.feature.count = 1
      },
      .send(.feature(.numberFactButtonTapped)),
      .receive(.feature(.numberFactResponse(.success("1 is a good number Brent")))) {
        $0.feature.numberFactAlert = "1 is a good number Brent"
      },
      .send(.feature(.factAlertDismissed)) {
        $0.feature.numberFactAlert = nil
      },
      .send(.settings(.titleChanged("Primes"))) {
        $0.settings.title = "Primes"
      },
      .do { await store.finish() },
      .send(.settings(.colorButtonTapped)) {
        $0.settings.isColorful = false
      }
    )
    await store.finish()
    #expect(saved.value.map(\.title) == ["Primes", "Primes"])
    #expect(saved.value.map(\.isColorful) == [true, false])
  }
}
