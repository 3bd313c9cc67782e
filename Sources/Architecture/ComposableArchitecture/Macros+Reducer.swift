import ComposableCore

/// Makes a struct a feature, and an enum a reducer that runs one of several features.
///
/// ```swift
/// @Reducer
/// struct Counter {
///   @ObservableState
///   struct State: Equatable { var count = 0 }
///   enum Action { case incrementButtonTapped }
///
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       state.count += 1
///       return .none
///     }
///   }
/// }
/// ```
///
/// The macro adds the conformance to `Reducer`, the missing ones of `State`, `Action` and `body`,
/// `@CasePathable` and `@dynamicMemberLookup` to the action and to a state that is an enum, and
/// `@ReducerBuilder` to the body.
///
/// An enum lists features of which only one exists at a time, such as the destinations of a feature
/// or the screens on its stack:
///
/// ```swift
/// @Reducer
/// enum Destination {
///   case edit(EditFeature)
///   case alert(AlertState<Alert>)
///   @ReducerCaseIgnored case share(Document)
///
///   enum Alert { case confirmButtonTapped }
/// }
/// ```
///
/// Its `State`, `Action` and `body` are generated, and a `CaseScope` with the stores of the
/// features, to `switch store.case` over.
///
/// The usual mistake is to expect a conformance of the generated types: a parent's state that holds
/// a `Destination.State` is then rejected by the compiler as not being `Equatable`. State it in an
/// extension at the top level of a file: `extension Destination.State: Equatable {}`.
@attached(
  member, names: named(State), named(Action), named(init), named(Body), named(body),
  named(CaseScope), named(scope))
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer, names: named(_$verifyFeatures))
public macro Reducer() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ReducerMacro")

/// Makes an enum a feature, whose state and action conform to further protocols.
///
/// An older spelling of `extension Destination.State: Equatable {}`.
///
/// - Parameters:
///   - state: The protocols that the generated `State` conforms to.
///   - action: The protocols that the generated `Action` conforms to.
@attached(
  member, names: named(State), named(Action), named(init), named(Body), named(body),
  named(CaseScope), named(scope))
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer, names: named(_$verifyFeatures))
public macro Reducer(
  state: _SynthesizedConformance..., action: _SynthesizedConformance...
) = #externalMacro(module: "ComposableArchitectureMacros", type: "ReducerMacro")

/// A protocol whose conformance the compiler synthesizes.
public struct _SynthesizedConformance: Sendable {
  /// `Codable`.
  public static let codable = Self()
  /// `Decodable`.
  public static let decodable = Self()
  /// `Encodable`.
  public static let encodable = Self()
  /// `Equatable`.
  public static let equatable = Self()
  /// `Hashable`.
  public static let hashable = Self()
  /// `Sendable`.
  public static let sendable = Self()
}

/// Accepts the type in a case of an `@Reducer enum`. Its expansion calls this.
public func _$verifyFeature<Feature: Reducer, Root>(_: (Feature) -> Root) {}

/// Rejects a type in a case of an `@Reducer enum` that is no reducer.
@available(
  *, unavailable,
  message:
    "the type in a case of an '@Reducer enum' has to be a reducer. Mark the case '@ReducerCaseIgnored' if it holds plain data"
)
public func _$verifyFeature<Value, Root>(_: (Value) -> Root) {}

/// The type in a case of an `@Reducer enum`, given the constructor of the case.
public func _$featureType<Value, Root>(_: (Value) -> Root) -> Value.Type { Value.self }

/// Marks a case of an `@Reducer enum` that holds a prompt, which has actions and no logic.
/// `AlertState` and `ConfirmationDialogState` are recognized without it.
@attached(peer)
public macro ReducerCaseEphemeral() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ReducerCaseMacro")

/// Marks a case of an `@Reducer enum` that holds plain data instead of a feature.
///
/// Cases of several values, of none, and of a type that is more than a name, such as `[Tag]`, need
/// no mark. The action of such a case is `Never`. If the enum declares an `Action` with an action
/// for a marked case, `store.case` gives the store of the data.
@attached(peer)
public macro ReducerCaseIgnored() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ReducerCaseMacro")
