import CompanionSupport

/// The objects that `withDependencies` returned, with the dependencies they were created with.
final class DependencyModels: Sendable {
  static let shared = DependencyModels()

  /// Unchecked: a reference that is only compared with `nil`.
  private struct Entry: @unchecked Sendable {
    weak var model: AnyObject?
    let values: DependencyValues
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    /// The number of entries at which the entries of deallocated objects are removed.
    var limit = 32
  }

  private let state = Locked(State())

  /// Records the values of an object on its first insertion. Ignores anything but objects.
  ///
  /// Of nested calls the innermost one wins, as it returns first.
  func insert<Model>(_ model: Model, _ values: DependencyValues) {
    guard type(of: model) is AnyObject.Type else { return }
    let object = model as AnyObject
    let id = ObjectIdentifier(object)
    let entry = Entry(model: object, values: values)
    state.withLock { state in
      guard state.entries[id]?.model == nil else { return }
      state.entries[id] = entry
      guard state.entries.count > state.limit else { return }
      state.entries = state.entries.filter { $0.value.model != nil }
      state.limit = max(32, state.entries.count * 2)
    }
  }

  /// The values of an object, overridden by the current ones.
  func values(of model: some AnyObject, _ place: SourcePlace) -> DependencyValues {
    let current = DependencyValues.current
    guard let kept = valuesOfProperties(model) ?? inserted(model) else {
      place.report(
        """
        '\(type(of: model))' has no dependencies to hand on: it has no '@Dependency' property, and \
        was not created by 'withDependencies'.

        Give it a '@Dependency' property, or create it within 'withDependencies { … } operation: \
        { \(type(of: model))() }'.
        """)
      return current
    }
    return current.falling(backTo: kept).flattened
  }

  private func inserted(_ model: AnyObject) -> DependencyValues? {
    let id = ObjectIdentifier(model)
    return state.withLock { state in
      // The address of a deallocated object may belong to another one by now.
      state.entries[id].flatMap { $0.model == nil ? nil : $0.values }
    }
  }

  private func valuesOfProperties(_ model: AnyObject) -> DependencyValues? {
    var mirror: Mirror? = Mirror(reflecting: model)
    while let current = mirror {
      for child in current.children {
        if let property = child.value as? any KeepsDependencyValues {
          return property.keptDependencyValues
        }
      }
      mirror = current.superclassMirror
    }
    return nil
  }
}
