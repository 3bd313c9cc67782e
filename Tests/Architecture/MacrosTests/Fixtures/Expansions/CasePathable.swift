import ComposableArchitecture

/// An action.
@CasePathable
public enum Action {
  case tapped
  case moved(x: Int, y: Int)
  #if DEBUG
    case debug(String)
  #endif
}
