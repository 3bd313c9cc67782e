import ComposableCore

/// Makes a struct of functions a client whose functions report, in tests, that they are not
/// overridden.
///
/// ```swift
/// @DependencyClient
/// struct APIClient {
///   var fetch: @Sendable (_ id: Int) async throws -> String
///   var isReachable: @Sendable () -> Bool = { false }
/// }
///
/// extension APIClient: TestDependencyKey {
///   static let testValue = Self()
/// }
/// ```
///
/// The macro adds an initializer with all members, and one without the functions. A function
/// without an implementation reports its use, and throws, returns `nil` or `Void`, or returns the
/// value of its default: a function with another return type needs a default.
///
/// A function whose parameters have names can be called with them: `api.fetch(id: 1)`.
@attached(member, names: named(init))
@attached(memberAttribute)
public macro DependencyClient() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyClientMacro")

/// Makes a function of a client report its use if it is not overridden. ``DependencyClient()`` adds
/// it to all functions.
///
/// - Parameter method: The name of the method with labelled arguments, if the default name is
///   taken.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEndpointMacro")

/// Keeps ``DependencyClient()`` from changing a function.
@attached(accessor, names: named(willSet))
public macro DependencyEndpointIgnored() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEndpointIgnoredMacro")

/// Registers a dependency in one line.
///
/// ```swift
/// extension DependencyValues {
///   @DependencyEntry(liveValue: APIClient.live)
///   var api = APIClient()
/// }
/// ```
///
/// The property's value is the test value, and `liveValue` the value in production. Without a
/// value, a test that reads the dependency fails; the type has to be written out then.
///
/// - Parameters:
///   - key: The name of the key, if another module adds the live value. Without a name the key is
///     private.
///   - liveValue: The value in production.
///   - previewValue: The value in previews; `liveValue` if omitted.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Value>(
  _ key: String = "", liveValue: Value, previewValue: Value
) = #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Registers a dependency in one line.
///
/// - Parameters:
///   - key: The name of the key.
///   - liveValue: The value in production.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Value>(_ key: String = "", liveValue: Value) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Registers a dependency in one line, for tests and previews. Its value in production is set with
/// `prepareDependencies`.
///
/// - Parameters:
///   - key: The name of the key.
///   - previewValue: The value in previews.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Value>(_ key: String = "", previewValue: Value) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Registers a dependency in one line, for tests and previews. Its value in production is set with
/// `prepareDependencies`, or is the `liveValue` of the key.
///
/// - Parameter key: The name of the key, if another module adds the live value.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry(_ key: String = "") =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")
