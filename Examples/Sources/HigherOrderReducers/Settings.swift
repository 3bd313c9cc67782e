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
  var save: @Sendable (SettingsState) async -> Void
}

/// Names the effect that saves the settings: those of before are no longer wanted.
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
