import ComposableCore

/// Gives the cases of an enum key paths, as in `\.child` for `case child(Child.Action)`.
///
/// ```swift
/// @CasePathable
/// enum Destination {
///   case edit(Edit)
///   case alert
/// }
///
/// destination.is(\.edit)
/// destination[case: \.edit]
/// destination.modify(\.edit) { $0.title = "New" }
/// ```
///
/// Together with `@dynamicMemberLookup`, each case is an optional property: `destination.edit`. The
/// payload of a case with several values is a tuple with the labels of the case.
@attached(extension, conformances: CasePathable, CasePathIterable, _NamedCases)
@attached(
  member, names: named(AllCasePaths), named(allCasePaths), named(_$Element), named(_$Iterator),
  named(_$Root), named(_$AllCasePaths), named(_$caseCount), named(_$name))
public macro CasePathable() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "CasePathableMacro")
