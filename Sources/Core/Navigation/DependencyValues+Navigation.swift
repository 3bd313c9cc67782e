extension DependencyValues {
  /// Lets a presented feature dismiss itself.
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the feature is presented and can therefore dismiss itself.
  public var isPresented: Bool { dismiss.isPresented }
}

private enum DismissKey: DependencyKey {
  static let liveValue = DismissEffect()
  static let testValue = DismissEffect()
}
