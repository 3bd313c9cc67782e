import CCore

extension Reducer {
  /// Prepares an optional child, which may therefore contain itself, like the rows of an outline.
  ///
  /// A recursive child is prepared when its first action arrives: preparing it at once would never
  /// end.
  @inlinable
  func preparedAsChild() -> PreparedReducer<State, Action> {
    let type = ObjectIdentifier(Self.self)
    guard !PreparationContext.isPreparing(type) else {
      let child = DeferredPreparation(self)
      return PreparedReducer(
        ReducerLogic(DeferredLogic { child.prepared().logic }),
        bare: ReducerLogic(DeferredLogic { child.prepared().bare.logic }))
    }
    return PreparationContext.ofChild(type).with { _prepare() }
  }

  /// Prepares the reducer of all elements of a collection.
  @inlinable
  func preparedAsElement() -> PreparedReducer<State, Action> {
    PreparationContext.ofElements.with { preparedAsChild() }
  }
}

/// A reducer that is prepared on first use.
@usableFromInline
final class DeferredPreparation<Base: Reducer> {
  private let base: Base
  private let context = PreparationContext.ofLaterPreparation
  private var result: PreparedReducer<Base.State, Base.Action>?

  @usableFromInline
  init(_ base: Base) {
    self.base = base
    // It may use some when it is prepared.
    composable_note_dependency_use()
  }

  @usableFromInline
  func prepared() -> PreparedReducer<Base.State, Base.Action> {
    if let result { return result }
    let result = context.with { base.preparedAsChild() }
    self.result = result
    return result
  }
}

/// The logic of a reducer that is prepared on first use.
@usableFromInline
final class DeferredLogic: ReducerLogic.Target {
  override var deferred: DeferredLogic? { self }

  private let prepare: () -> ReducerLogic
  // Accessed in the isolation of the store only, as all parts of reducers.
  @exclusivity(unchecked) private var logic: ReducerLogic?

  @usableFromInline
  init(_ prepare: @escaping () -> ReducerLogic) {
    self.prepare = prepare
  }

  /// Prepares the reducer on first use.
  var resolved: ReducerLogic {
    if let logic { return logic }
    let logic = prepare()
    self.logic = logic
    return logic
  }
}
