extension Reducer {
  /// Prepares a child that may be there or not, and that may therefore contain itself, as the rows
  /// of an outline do.
  ///
  /// A child within itself is prepared when its first action arrives: to do so at once would never
  /// end.
  @inlinable
  func preparedAsChild() -> PreparedReducer<State, Action> {
    let type = ObjectIdentifier(Self.self)
    guard !ChildrenInPreparation.contains(type) else {
      let child = DeferredPreparation(self)
      return PreparedReducer(
        ReducerLogic { child.prepared().logic.function($0, $1) },
        bare: ReducerLogic { child.prepared().bare.logic.function($0, $1) })
    }
    return ChildrenInPreparation.with(type) { _prepare() }
  }
}

/// The types of the children whose preparation is under way.
@usableFromInline
enum ChildrenInPreparation {
  @TaskLocal private static var types: [ObjectIdentifier] = []

  @usableFromInline
  static func contains(_ type: ObjectIdentifier) -> Bool {
    types.contains(type)
  }

  @usableFromInline
  static func with<Result>(_ type: ObjectIdentifier, _ prepare: () -> Result) -> Result {
    $types.withValue(types + [type], operation: prepare)
  }
}

/// A reducer that is prepared once it is needed.
@usableFromInline
final class DeferredPreparation<Base: Reducer> {
  private let base: Base
  private var result: PreparedReducer<Base.State, Base.Action>?

  @usableFromInline
  init(_ base: Base) {
    self.base = base
  }

  @usableFromInline
  func prepared() -> PreparedReducer<Base.State, Base.Action> {
    if let result { return result }
    let result = base.preparedAsChild()
    self.result = result
    return result
  }
}
