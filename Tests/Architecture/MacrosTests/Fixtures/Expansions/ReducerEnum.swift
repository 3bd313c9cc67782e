import ComposableArchitecture

/// A feature.
@Reducer
public struct Child {
  /// Its state.
  public struct State {}
  /// Its action.
  public enum Action {}
}

/// What may be presented.
@Reducer
public enum Destination {
  case alert(AlertState<Never>)
  case child(Child)
  @ReducerCaseIgnored case share(String, copies: Int)
  case plain
}
