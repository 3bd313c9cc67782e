import ComposableCore

/// How the program looks.
struct SettingsState: Equatable, Codable, Sendable {
  var title = "Numbers"
  var isColorful = true
}

/// What happens to the settings.
enum SettingsAction: Equatable {
  case colorButtonTapped
  case titleChanged(String)
}

/// What the settings depend on.
struct SettingsEnvironment {
  var save: @Sendable (SettingsState) -> Void
}

let settingsReducer = Reducer<SettingsState, SettingsAction, SettingsEnvironment> {
  state, action, environment in
  switch action {
  case .colorButtonTapped:
    state.isColorful.toggle()

  case .titleChanged(let title):
    state.title = title
  }
  return .fireAndForget { [state] in
    environment.save(state)
  }
}
