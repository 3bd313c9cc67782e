import ComposableArchitecture

// Names of earlier versions. Deprecated code may use deprecated names without a warning.

@Reducer
struct Settings {
  @ObservableState
  struct State: Equatable {
    var volume = 0
  }

  enum Action {
    case tapped
  }

  @ReducerBuilderOf<Self>
  var core: some ReducerOf<Self> {
    EmptyReducer()
  }

  var body: some ReducerOf<Self> {
    core
  }
}

final class Screen: HashableObject {}

func isKnown(_ screen: Screen, in screens: Set<Screen>) -> Bool { screens.contains(screen) }

@Perceptible
final class Model {
  var count = 0
}

func read(_ model: Model) {
  withPerceptionTracking {
    _ = model.count
  } onChange: {
  }
  let observable: any Perceptible = model
  _ = observable
}

@available(*, deprecated)
extension PersistenceReaderKey where Self == PersistenceKeyDefault<AppStorageKey<Bool>> {
  static var isOn: Self { PersistenceKeyDefault(.appStorage("isOn"), false) }
}

@available(*, deprecated)
func share() -> Bool {
  @Shared(.isOn) var isOn
  let count = Shared(0)
  return isOn && count.wrappedValue == 0
}
