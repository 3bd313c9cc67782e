extension Reducer {
  /// Overrides a dependency for this reducer, its children and their effects.
  ///
  /// ```swift
  /// Onboarding()
  ///   .dependency(\.userDefaults, .inMemory)
  /// ```
  ///
  /// If several reducers override the same dependency, the innermost one around the reader wins. To
  /// override one for a whole store, use the last argument of
  /// ``Store/init(initialState:reducer:withDependencies:fileID:line:)``, which costs the same and
  /// covers the initial state as well.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - value: The value within this reducer.
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value
  ) -> _DependencyKeyWritingReducer<Self> {
    _DependencyKeyWritingReducer(base: self, isConstant: true) { $0[keyPath: keyPath] = value }
  }

  /// Overrides a dependency that is its own key, for this reducer, its children and their effects.
  ///
  /// ```swift
  /// Onboarding()
  ///   .dependency(APIClient.mock)
  /// ```
  ///
  /// - Parameter value: The value within this reducer.
  public func dependency<Value: TestDependencyKey>(
    _ value: Value
  ) -> _DependencyKeyWritingReducer<Self> where Value.Value == Value {
    _DependencyKeyWritingReducer(base: self, isConstant: true) { $0[Value.self] = value }
  }

  /// Changes a dependency for this reducer, its children and their effects.
  ///
  /// ```swift
  /// Search()
  ///   .transformDependency(\.api) { $0.search = { _ in [] } }
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - transform: Changes it. Called for each action, as the dependency may have a different
  ///     value each time.
  public func transformDependency<V>(
    _ keyPath: WritableKeyPath<DependencyValues, V>,
    transform: @escaping (_ dependency: inout V) -> Void
  ) -> _DependencyKeyWritingReducer<Self> {
    _DependencyKeyWritingReducer(base: self, isConstant: false) { transform(&$0[keyPath: keyPath]) }
  }
}

/// The return type of ``Reducer/dependency(_:_:)``.
public struct _DependencyKeyWritingReducer<Base: Reducer>: _PreparedReducer {
  let base: Base
  /// Whether equal inputs always give equal results.
  let isConstant: Bool
  let update: (inout DependencyValues) -> Void

  /// Prepares the reducer with the dependencies it runs with.
  public func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    let writing = DependencyWriting(isConstant: isConstant, update)
    let base = writing.provide { self.base._prepare() }
    return PreparedReducer(base, base) { base, _ in
      let function = base.logic.function
      return ReducerLogic { state, action in writing.provide { function(state, action) } }
    }
  }
}

/// Changes dependencies for each action, and caches the result: usually, a store has the same
/// dependencies for all of its actions.
private final class DependencyWriting {
  private let isConstant: Bool
  private let update: (inout DependencyValues) -> Void
  private var known: (base: DependencyValues, result: DependencyValues)?

  init(isConstant: Bool, _ update: @escaping (inout DependencyValues) -> Void) {
    self.isConstant = isConstant
    self.update = update
  }

  func provide<Result>(to operation: () -> Result) -> Result {
    values().provide(to: operation)
  }

  private func values() -> DependencyValues {
    let current = DependencyValues.current
    if let known, known.base.isSame(as: current) { return known.result }
    var result = current
    result.update(update)
    if isConstant { known = (current, result) }
    return result
  }
}
