extension Reducer {
  /// Performs further changes after an action that changed a value.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .onChange(of: \.query) { oldQuery, state in
  ///     state.results = []
  ///     return .run { … }
  ///   }
  /// ```
  ///
  /// Only changes by this reducer are detected: apply it to the reducers that change the value.
  ///
  /// - Parameters:
  ///   - toValue: The value, compared before and after each action.
  ///   - perform: Changes the state further, and returns effects that are merged with the others.
  @inlinable
  public func onChange<V: Equatable>(
    of toValue: @escaping (State) -> V,
    _ perform: @escaping (_ oldValue: V, _ state: inout State) -> EffectOf<Self>
  ) -> some Reducer<State, Action> {
    _ChangeReducer(base: self, toValue: toValue) { oldValue, _, state, _ in
      perform(oldValue, &state)
    }
  }

  /// Runs further reducers after an action that changed a value, for the same action.
  ///
  /// - Parameters:
  ///   - toValue: The value, compared before and after each action.
  ///   - reducer: The reducers for a change. They are created again for each.
  @inlinable
  public func onChange<V: Equatable, R: Reducer>(
    of toValue: @escaping (State) -> V,
    @ReducerBuilder<State, Action> _ reducer: @escaping (_ oldValue: V, _ newValue: V) -> R
  ) -> _OnChangeReducer<Self, V, R> where R.State == State, R.Action == Action {
    _OnChangeReducer(base: self, toValue: toValue, reducer: reducer)
  }
}

/// The return type of the form of `onChange` that takes reducers.
public struct _OnChangeReducer<Base: Reducer, Value: Equatable, Body: Reducer>: _PreparedReducer
where Base.State == Body.State, Base.Action == Body.Action {
  @usableFromInline let base: Base
  @usableFromInline let toValue: (Base.State) -> Value
  @usableFromInline let reducer: (Value, Value) -> Body

  @usableFromInline
  init(
    base: Base, toValue: @escaping (Base.State) -> Value,
    reducer: @escaping (Value, Value) -> Body
  ) {
    self.base = base
    self.toValue = toValue
    self.reducer = reducer
  }

  /// Prepares the reducer whose changes are observed.
  @inlinable
  public func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    _ChangeReducer(base: base, toValue: toValue) { [reducer] oldValue, newValue, state, action in
      reducer(oldValue, newValue).runOnce(into: &state, action: action)
    }
    ._prepare()
  }
}

/// Performs further changes after an action that changed a value.
@usableFromInline
struct _ChangeReducer<Base: Reducer, Value: Equatable>: _PreparedReducer {
  @usableFromInline typealias Perform = (
    _ oldValue: Value, _ newValue: Value, _ state: inout Base.State, _ action: Base.Action
  ) -> EffectOf<Base>

  @usableFromInline let base: Base
  @usableFromInline let toValue: (Base.State) -> Value
  @usableFromInline let perform: Perform

  @usableFromInline
  init(base: Base, toValue: @escaping (Base.State) -> Value, perform: @escaping Perform) {
    self.base = base
    self.toValue = toValue
    self.perform = perform
  }

  @inlinable
  func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    let base = base._prepare()
    let toValue = toValue
    let perform = perform
    return PreparedReducer(base, base) { base, _ in
      ReducerLogic(assigning: Base.State.self) { state, action in
        let place = state.assumingMemoryBound(to: Base.State.self)
        let oldValue = toValue(place.pointee)
        let effect = base.run(state, action)
        let newValue = toValue(place.pointee)
        guard oldValue != newValue else { return effect.node }
        return effect.merge(
          with: perform(
            oldValue, newValue, &place.pointee,
            action.assumingMemoryBound(to: Base.Action.self).pointee)
        ).node
      }
    }
  }
}
