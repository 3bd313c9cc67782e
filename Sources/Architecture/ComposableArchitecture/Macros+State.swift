import ComposableCore

/// Makes the fields of a feature's state observable, each on its own.
///
/// ```swift
/// @ObservableState
/// struct State: Equatable {
///   var query = ""
///   var isLoading = false
/// }
/// ```
///
/// An observer of `store.query` is notified when an action wrote another query, and of no other
/// change. A field that is an `@ObservableState` itself, an optional one, or an `IdentifiedArray`
/// or `StackState` of such, is observed for replacement; reads within it are observed separately.
///
/// The property is unchanged for all other code: the memberwise initializer, `==`, `Codable` and
/// `customDump` use it as written. A field that need not be observed, or that has a property
/// wrapper, is marked `@ObservationStateIgnored`.
///
/// On an enum, observers are notified when it becomes another case.
///
/// The usual mistake is a field whose type is a plain struct: an observer that reads
/// `store.settings.fontSize` is then notified of every change of `settings`. Mark the struct as
/// `@ObservableState` as well; its fields are then observed one by one.
@attached(extension, conformances: ObservableState)
@attached(
  member,
  names: named(_$id), named(_$idOffset), named(_$property), named(_$observationRegistrar),
  named(CodingKeys))
@attached(memberAttribute)
public macro ObservableState() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ObservableStateMacro")

/// Makes one field observable. ``ObservableState()`` adds it to all fields.
///
/// Written at a field, it states that the other attributes of the field are not property wrappers,
/// and turns off the warning about them.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro ObservationStateTracked() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ObservationStateTrackedMacro")

/// Keeps ``ObservableState()`` from making a field observable.
@attached(accessor, names: named(willSet))
public macro ObservationStateIgnored() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ObservationStateIgnoredMacro")

/// Stores the optional state of a presented feature: a sheet, a screen, an alert.
///
/// ```swift
/// @ObservableState
/// struct State {
///   @Presents var destination: Destination.State?
/// }
/// ```
///
/// Assigning a state presents the feature, and assigning `nil` dismisses it. The reducer is
/// attached with `ifLet(\.$destination, action: \.destination)`.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(`$`), prefixed(_))
public macro Presents() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "PresentsMacro")
