/// A type that has a property of each name.
///
/// Of a key path with a mistyped name, the compiler reports not the name but another overload that
/// takes no key path. An unavailable overload for this type fits instead, and states the mistake.
@dynamicMemberLookup
public enum _MistypedName {
  /// A property of any name, where its type does not matter.
  public subscript(dynamicMember name: String) -> Self {
    preconditionFailure("The overload is unavailable.")
  }

  /// A property of any name.
  public subscript<Value>(dynamicMember name: String) -> Value {
    preconditionFailure("The overload is unavailable.")
  }
}

extension Dependency {
  /// Unavailable: the key path names no dependency.
  @available(
    *, unavailable,
    message: """
      No property of 'DependencyValues' has this name and type. Correct the name, or declare the \
      property in an extension.
      """
  )
  public init(_ keyPath: KeyPath<_MistypedName, Value>) {
    preconditionFailure("The initializer is unavailable.")
  }
}
