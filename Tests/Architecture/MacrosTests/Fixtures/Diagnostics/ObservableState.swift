import ComposableArchitecture

@ObservableState
final class ClassState {}

@propertyWrapper
struct Clamped {
  var wrappedValue: Int
}

@ObservableState
struct WrapperState {
  @Clamped var level = 0
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
