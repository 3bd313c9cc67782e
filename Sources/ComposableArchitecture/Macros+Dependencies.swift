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
/// The macro adds an initializer with all members, and one without the functions. A function that
/// is not given reports that it is used, and throws, returns `nil` or nothing, or returns what its
/// default does: one that has to return something needs a default.
///
/// A function whose parameters have names can be called with them: `api.fetch(id: 1)`.
@attached(member, names: named(init))
@attached(memberAttribute)
public macro DependencyClient() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyClientMacro")

/// Makes a function of a client report that it is used where it is not overridden.
/// ``DependencyClient()`` adds it to all functions.
///
/// - Parameter method: What the method is called that takes the arguments with labels, where its
///   name would be that of another.
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
/// The property's value is what tests use, and `liveValue` what a running program does. Without a
/// value, a test that reads the dependency fails; the type has to be written out then.
///
/// - Parameters:
///   - key: What the key is called, where another module is to add the live value. It is private if
///     it has no name.
///   - liveValue: What a running program uses.
///   - previewValue: What previews use; `liveValue` if it is left out.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Value>(
  _ key: String = "", liveValue: Value, previewValue: Value
) = #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Registers a dependency in one line.
///
/// - Parameters:
///   - key: What the key is called.
///   - liveValue: What a running program uses.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Value>(_ key: String = "", liveValue: Value) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Registers a dependency in one line, for tests and previews. What a running program uses is set
/// with `prepareDependencies`.
///
/// - Parameters:
///   - key: What the key is called.
///   - previewValue: What previews use.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<Value>(_ key: String = "", previewValue: Value) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")

/// Registers a dependency in one line, for tests and previews. What a running program uses is set
/// with `prepareDependencies`, or is the `liveValue` of the key.
///
/// - Parameter key: What the key is called, where another module is to add the live value.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry(_ key: String = "") =
  #externalMacro(module: "ComposableArchitectureMacros", type: "DependencyEntryMacro")
