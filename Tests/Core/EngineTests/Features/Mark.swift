import ComposableCore

/// A dependency that each program overrides in several places.
enum MarkKey: DependencyKey {
  static let liveValue = 0
  static let testValue = 0
}

extension DependencyValues {
  var mark: Int {
    get { self[MarkKey.self] }
    set { self[MarkKey.self] = newValue }
  }
}

/// The values of the dependency, for both engines.
enum Mark {
  static let root = 7
  static let row = 1

  static func optional(_ outer: Int) -> Int { outer + 10 }

  /// A reducer that calls others overrides the dependency in another way for each script.
  static func called(_ outer: Int, _ order: Order?) -> Int {
    outer + 1000 * ((order?.script ?? 0) + 2)
  }
}
