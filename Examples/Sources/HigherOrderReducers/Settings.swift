import ComposableCore

/// How the program looks.
struct SettingsState: Equatable, Codable, Sendable {
  var title = "Numbers"
  var isColorful = true
}

/// The actions of the settings.
enum SettingsAction: Equatable {
  case colorButtonTapped
  case titleChanged(String)
}

/// The dependencies of the settings.
struct SettingsEnvironment {
  var save: @Sendable (SettingsState) async -> Void
}

/// The id of the effect that saves the settings: a newer one replaces an earlier one.
private struct SaveID: Hashable {}

let settingsReducer = Reducer<SettingsState, SettingsAction, SettingsEnvironment> {
  state, action, environment in
  switch action {
  case .colorButtonTapped:
    state.isColorful.toggle()

  case .titleChanged(let title):
    state.title = title
  }
  return .fireAndForget { [state] in
    await environment.save(state)
  }
  .cancellable(id: SaveID(), cancelInFlight: true)
}
