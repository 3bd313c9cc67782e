import SwiftCompilerPlugin
import SwiftSyntaxMacros

#if !HAS_MACROS
  #error("ComposableArchitecture needs the trait 'Macros' of composable-signpost.")
#endif

@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    CasePathableMacro.self,
    DependencyClientMacro.self,
    DependencyEndpointIgnoredMacro.self,
    DependencyEndpointMacro.self,
    DependencyEntryMacro.self,
    ObservableStateMacro.self,
    ObservationStateIgnoredMacro.self,
    ObservationStateTrackedMacro.self,
    PresentsMacro.self,
    ReducerCaseMacro.self,
    ReducerMacro.self,
    ViewActionMacro.self,
  ]
}
