import ComposableCore

/// The whole: settings in the environment style, and a feature that is a type.
struct AppState: Equatable {
  var settings = SettingsState()
  var feature = Feature.State()
}

/// The actions of the parts.
enum AppAction: Equatable {
  case settings(SettingsAction)
  case feature(Feature.Action)
}

/// The dependencies of the parts.
struct AppEnvironment {
  var settings: SettingsEnvironment
  var numberFact: @Sendable (Int) async throws -> String
}

let appReducer: Reducer<AppState, AppAction, AppEnvironment> = .combine(
  settingsReducer.pullback(
    state: \.settings,
    action: /AppAction.settings,
    environment: { $0.settings }
  ),
  Reducer { Feature(numberFact: $0.numberFact) }.pullback(
    state: \.feature,
    action: /AppAction.feature,
    environment: { $0 as AppEnvironment }
  )
)
