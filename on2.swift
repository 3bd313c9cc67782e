import ComposableArchitecture
public import Observation

/// The builder of the body of the feature `R`.
public typealias ReducerBuilderOf<R: Reducer> = ReducerBuilder<R.State, R.Action>

/// An object that is hashable by its identity.
public protocol HashableObject: AnyObject, Hashable {}

extension HashableObject {
  /// Whether both are the same object.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs === rhs }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// The name of `Observable` where that framework is not part of the system.
public typealias Perceptible = Observable

/// The name of `ObservationRegistrar` where that framework is not part of the system.
public typealias PerceptionRegistrar = ObservationRegistrar

/// The name of `@Observable` where that framework is not part of the system.
@attached(
  member, names: named(_$observationRegistrar), named(access), named(withMutation),
  named(shouldNotifyObservers))
@attached(memberAttribute)
@attached(extension, conformances: Observable)
public macro Perceptible() = #externalMacro(module: "ObservationMacros", type: "ObservableMacro")
