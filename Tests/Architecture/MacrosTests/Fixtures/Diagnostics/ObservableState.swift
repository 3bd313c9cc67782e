import ComposableArchitecture

@ObservableState
final class ClassState {}

// A macro that adds nothing to a property without an optional type.
@attached(peer)
macro Unit() = #externalMacro(module: "ComposableArchitectureMacros", type: "PresentsMacro")

@ObservableState
struct MacroState {
  @Unit var level = 0
  @ObservationStateTracked @Unit var height = 0

  // The storage of observed fields.
  var sum: Int { _level + _height }
}

@ObservableState
struct ObserverState {
  @Presents var count: Int? {
    didSet { print(oldValue) }
  }
}

@ObservableState
struct PresentsState {
  @Presents var destination: Int
  @Presents var other = 1
}

@ObservableState
struct SeveralState {
  var width = 0.0, height = 0.0
}
