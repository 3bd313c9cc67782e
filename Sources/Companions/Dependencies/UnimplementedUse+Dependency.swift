import CompanionSupport

extension UnimplementedUse {
  /// The use of a dependency, which is no mistake while others are overridden.
  static func ofDependency(_ name: String, at place: SourcePlace?) -> Self {
    Self(name: name, place: place) { !DependencyValues.isWriting }
  }
}
