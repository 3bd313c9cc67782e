extension Effect {
  /// The same effect, with each action it sends transformed into another.
  ///
  /// - Parameter transform: Returns the other action. It runs with the dependencies of the code
  ///   that calls `map`.
  public func map<T>(_ transform: @escaping @Sendable (Action) -> T) -> Effect<T> {
    guard let node else { return .none }
    let dependencies = DependencyValues.current
    return Effect<T>(mapping: node) { action in
      dependencies.provide { transform(action) }
    }
  }

  @usableFromInline
  init<Child>(mapping node: EffectNode<Child>, _ transform: @escaping (Child) -> Action) {
    self.init(node: MapNode(node, transform))
  }

  /// A child's effect as its parent's.
  @inlinable
  func embedded<Parent>(by casePath: AnyCasePath<Parent, Action>) -> Effect<Parent> {
    guard let node else { return .none }
    return Effect<Parent>(mapping: node) { casePath.embed($0) }
  }
}
