/// Composes the reducers listed in a `body`, which run from top to bottom on the same state and
/// whose effects are merged.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  /// A body without a reducer does nothing.
  @inlinable
  public static func buildBlock() -> some Reducer<State, Action> {
    EmptyReducer<State, Action>()
  }

  /// A body of one reducer is that reducer.
  @inlinable
  public static func buildBlock<R: Reducer<State, Action>>(_ reducer: R) -> R {
    reducer
  }

  /// A line of the body.
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ expression: R) -> R {
    expression
  }

  /// A line of the body whose reducer has an erased type.
  @_disfavoredOverload
  @inlinable
  public static func buildExpression(
    _ expression: any Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(expression)
  }

  /// The whole body.
  @inlinable
  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: R) -> R {
    reducer
  }

  /// The first reducer of the body.
  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R {
    first
  }

  /// The reducers so far, followed by another one.
  @inlinable
  public static func buildPartialBlock<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    accumulated: R0, next: R1
  ) -> _Sequence<R0, R1> {
    _Sequence(accumulated, next)
  }

  /// An `if` without `else`.
  @inlinable
  public static func buildOptional<R: Reducer<State, Action>>(_ wrapped: R?) -> R? {
    wrapped
  }

  /// The first branch of an `if` or `switch`.
  @inlinable
  public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    first reducer: R0
  ) -> _Conditional<R0, R1> {
    .first(reducer)
  }

  /// The other branch of an `if` or `switch`.
  @inlinable
  public static func buildEither<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    second reducer: R1
  ) -> _Conditional<R0, R1> {
    .second(reducer)
  }

  /// A `for` loop.
  @inlinable
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> _SequenceMany<R> {
    _SequenceMany(reducers)
  }

  /// An `if #available`, whose content is type-erased.
  @inlinable
  public static func buildLimitedAvailability<R: Reducer<State, Action>>(
    _ wrapped: R
  ) -> Reduce<State, Action> {
    Reduce(wrapped)
  }
}

extension ReducerBuilder {
  /// A choice between two reducers, made when the body is evaluated.
  public enum _Conditional<First: Reducer<State, Action>, Second: Reducer<State, Action>>:
    _PreparedReducer
  {
    case first(First)
    case second(Second)

    /// Prepares the selected reducer.
    @inlinable
    public func _prepare() -> PreparedReducer<State, Action> {
      switch self {
      case .first(let first): first._prepare()
      case .second(let second): second._prepare()
      }
    }

    /// Runs the selected reducer.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      guard !isCalledInStore else { return runCalled(into: &state, action: action) }
      return switch self {
      case .first(let first): first.reduce(into: &state, action: action)
      case .second(let second): second.reduce(into: &state, action: action)
      }
    }
  }

  /// Two reducers, one after the other.
  public struct _Sequence<R0: Reducer<State, Action>, R1: Reducer<State, Action>>:
    _PreparedReducer
  {
    @usableFromInline let r0: R0
    @usableFromInline let r1: R1

    @usableFromInline
    init(_ r0: R0, _ r1: R1) {
      self.r0 = r0
      self.r1 = r1
    }

    /// Prepares both.
    @inlinable
    public func _prepare() -> PreparedReducer<State, Action> {
      r0._prepare(before: r1._prepare())
    }

    /// Prepares both together with the reducer that runs after them.
    @inlinable
    public func _prepare(
      before next: PreparedReducer<State, Action>
    ) -> PreparedReducer<State, Action> {
      r0._prepare(before: r1._prepare(before: next))
    }

    /// Runs both.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      guard !isCalledInStore else { return runCalled(into: &state, action: action) }
      let effect = r0.reduce(into: &state, action: action)
      return effect.merge(with: r1.reduce(into: &state, action: action))
    }
  }

  /// Any number of reducers of one type, one after the other.
  public struct _SequenceMany<R: Reducer<State, Action>>: _PreparedReducer {
    @usableFromInline let reducers: [R]

    @usableFromInline
    init(_ reducers: [R]) {
      self.reducers = reducers
    }

    /// Prepares all of them.
    @inlinable
    public func _prepare() -> PreparedReducer<State, Action> {
      guard let last = reducers.last else { return EmptyReducer()._prepare() }
      return reducers.dropLast().reversed().reduce(last._prepare()) { next, reducer in
        reducer._prepare(before: next)
      }
    }
  }
}

extension Optional: Reducer, _PreparedReducer where Wrapped: Reducer {
  /// Prepares the wrapped reducer; `nil` does nothing.
  @inlinable
  public func _prepare() -> PreparedReducer<Wrapped.State, Wrapped.Action> {
    switch self {
    case .some(let wrapped): wrapped._prepare()
    case .none: EmptyReducer()._prepare()
    }
  }
}
