/// A feature's logic in the environment style: a function of state, action and what the feature
/// depends on.
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
/// It is offered for code that was written this way. New features are types that conform to
/// ``Reducer`` and ask for what they need with ``Dependency``; <doc:EnvironmentStyle> says what
/// became of what.
public struct AnyReducer<State, Action, Environment>: Sendable {
  private let reducer: @Sendable (inout State, Action, Environment) -> Effect<Action>

  /// Makes a reducer of a function.
  ///
  /// - Parameter reducer: Changes the state in place and returns the effects to run.
  public init(
    _ reducer:
      @escaping @Sendable (_ state: inout State, _ action: Action, _ environment: Environment) ->
      Effect<Action>
  ) {
    self.reducer = reducer
  }

  /// Makes a reducer of one in the modern style, which is told its environment.
  ///
  /// The reducer is made anew for each action. Where all features around it are modern, use it as
  /// it is.
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

  /// Runs the reducer once: what a reducer that wraps another one calls.
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
  ///   - environment: What it depends on.
  public init<Environment>(
    _ reducer: AnyReducer<State, Action, Environment>, environment: Environment
  ) {
    self.init { state, action in reducer.run(&state, action, environment) }
  }
}
