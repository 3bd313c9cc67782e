#if COMPOSABLE_MACROS
  import CasePaths
  import DependenciesMacros
  import SwiftNavigation

  /// The content of a screen.
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
