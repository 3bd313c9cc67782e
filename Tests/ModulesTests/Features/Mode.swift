#if COMPOSABLE_MACROS
  import CasePaths
  import DependenciesMacros
  import SwiftNavigation

  /// What a screen shows.
  @CasePathable
  enum Mode {
    case reading
    case alert(AlertState<Never>)
  }

  /// Saves a mode.
  @DependencyClient
  struct ModeClient {
    var save: @Sendable (_ mode: Mode) -> Void
  }
#endif
