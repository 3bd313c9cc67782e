import ComposableCore
import CustomDump
import TestSupport
import Testing

private typealias Reducer = AnyReducer

private struct SettingsState: Equatable { var name = "" }
private enum SettingsAction: Equatable { case nameChanged(String) }
private struct SettingsEnvironment { var transform: @Sendable (String) -> String }

private struct AppState: Equatable {
  var settings = SettingsState()
  var log: [String] = []
}

private enum AppAction: Equatable {
  case settings(SettingsAction)
  case other
}

private struct AppEnvironment {
  var settings: SettingsEnvironment
}

private let settingsReducer = Reducer<SettingsState, SettingsAction, SettingsEnvironment> {
  state, action, environment in
  switch action {
  case .nameChanged(let name):
    state.name = environment.transform(name)
    return .none
  }
}

private let appReducer: Reducer<AppState, AppAction, AppEnvironment> = .combine(
  settingsReducer.pullback(
    state: \.settings,
    action: /AppAction.settings,
    environment: { $0.settings }
  ),
  Reducer { state, action, _ in
    state.log.append("saw \(state.settings.name)")
    return .none
  }
)

private let printed = LockedTexts()

extension Reducer {
  // `-> Self` where the document has `-> Reducer`, and somewhere else to print to.
  fileprivate func logging() -> Self {
    return .init { state, action, environment in
      printed.append("State : \(state)")
      printed.append("Action : \(action)")
      return self.run(&state, action, environment)
    }
  }
}

/// The composition and the higher-order reducer of one of the documents.
@MainActor
@Suite(.serialized) struct CompositionSampleTests {
  private let environment = AppEnvironment(
    settings: SettingsEnvironment(transform: { $0.uppercased() }))

  @Test func aPartOfTheWhole() {
    let store = Store(initialState: AppState(), reducer: appReducer, environment: environment)
    store.send(.settings(.nameChanged("blob")))
    store.send(.other)
    #expect(store.settings.name == "BLOB")
    #expect(store.log == ["saw BLOB", "saw BLOB"])
  }

  @Test func aHigherOrderReducer() {
    let store = Store(
      initialState: SettingsState(), reducer: settingsReducer.logging(),
      environment: SettingsEnvironment(transform: { $0 }))
    store.send(.nameChanged("blob"))
    #expect(store.name == "blob")
    expectNoDifference(
      printed.all,
      ["State : \(SettingsState())", "Action : \(SettingsAction.nameChanged("blob"))"])
  }
}
