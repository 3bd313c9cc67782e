/// A feature's logic in the environment style: a function of state, action and environment.
///
/// ```swift
/// let counterReducer = AnyReducer<CounterState, CounterAction, CounterEnvironment> {
///   state, action, environment in
///   switch action {
///   case .incrementButtonTapped:
///     state.count += 1
///     return .none
///   }
/// }
/// ```
///
/// It supports code that was written in this style. New features are types that conform to
/// ``Reducer`` and read their dependencies with ``Dependency``; <doc:EnvironmentStyle> lists the
/// replacement of each function.
public struct AnyReducer<State, Action, Environment>: Sendable {
  private let reducer: @Sendable (inout State, Action, Environment) -> Effect<Action>

  /// Wraps a function as a reducer.
  ///
  /// - Parameter reducer: Changes the state in place and returns the effects to run.
  public init(
    _ reducer:
      @escaping @Sendable (_ state: inout State, _ action: Action, _ environment: Environment) ->
      Effect<Action>
  ) {
    self.reducer = reducer
  }

  /// Wraps a reducer in the modern style, which is made from the environment.
  ///
  /// The reducer is made again for each action. If all features around it are modern, use it
  /// directly.
  ///
  /// ```swift
  /// let appReducer = AnyReducer<AppState, AppAction, AppEnvironment>.combine(
  ///   AnyReducer { Settings(client: $0.client) }
  ///     .pullback(state: \.settings, action: /AppAction.settings, environment: { $0.settings }),
  ///   …
  /// )
  /// ```
  ///
  /// - Parameter reducer: Makes the reducer.
  public init<R: Reducer<State, Action> & SendableMetatype>(
    @ReducerBuilder<State, Action> _ reducer: @escaping @Sendable (Environment) -> R
  ) {
    self.init { state, action, environment in
      reducer(environment)._reduce(into: &state, action: action)
    }
  }

  /// A reducer that does nothing.
  public static var empty: Self { Self { _, _, _ in .none } }

  /// Runs the reducer once: for a reducer that wraps another one.
  ///
  /// ```swift
  /// extension AnyReducer {
  ///   func logging() -> Self {
  ///     Self { state, action, environment in
  ///       print(action)
  ///       return self.run(&state, action, environment)
  ///     }
  ///   }
  /// }
  /// ```
  public func run(_ state: inout State, _ action: Action, _ environment: Environment)
    -> Effect<Action>
  {
    reducer(&state, action, environment)
  }

  /// Runs the reducer once, as ``run(_:_:_:)`` does.
  public func callAsFunction(
    _ state: inout State, _ action: Action, _ environment: Environment
  ) -> Effect<Action> {
    run(&state, action, environment)
  }
}

extension Reduce {
  /// A reducer in the environment style as part of a modern one.
  ///
  /// ```swift
  /// var body: some Reducer<AppState, AppAction> {
  ///   Reduce(appReducer, environment: AppEnvironment.live)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - reducer: The reducer.
  ///   - environment: The environment of the reducer.
  public init<Environment>(
    _ reducer: AnyReducer<State, Action, Environment>, environment: Environment
  ) {
    self.init { state, action in reducer.run(&state, action, environment) }
  }
}
