import CompanionSupport

extension AnyReducer {
  /// Lifts the reducer of a child to its parent.
  ///
  /// ```swift
  /// let appReducer: AnyReducer<AppState, AppAction, AppEnvironment> = .combine(
  ///   settingsReducer.pullback(
  ///     state: \.settings,
  ///     action: /AppAction.settings,
  ///     environment: { $0.settings }
  ///   ),
  ///   …
  /// )
  /// ```
  ///
  /// Modern: ``Scope``.
  ///
  /// - Parameters:
  ///   - toLocalState: The child's state in the parent's.
  ///   - toLocalAction: The case of the parent's action that holds the child's.
  ///   - toLocalEnvironment: The child's environment.
  public func pullback<GlobalState, GlobalAction, GlobalEnvironment>(
    state toLocalState: any WritableKeyPath<GlobalState, State> & Sendable,
    action toLocalAction: AnyCasePath<GlobalAction, Action>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment
  ) -> AnyReducer<GlobalState, GlobalAction, GlobalEnvironment> {
    .init { state, action, environment in
      guard let action = toLocalAction.extract(from: action) else { return .none }
      return run(&state[keyPath: toLocalState], action, toLocalEnvironment(environment))
        .embedded(by: toLocalAction)
    }
  }

  /// Lifts the reducer of a child to its parent, with the case of the action named by a key path.
  ///
  /// - Parameters:
  ///   - toLocalState: The child's state in the parent's.
  ///   - toLocalAction: The case of the parent's action that holds the child's.
  ///   - toLocalEnvironment: The child's environment.
  public func pullback<GlobalState, GlobalAction: CasePathable, GlobalEnvironment>(
    state toLocalState: any WritableKeyPath<GlobalState, State> & Sendable,
    action toLocalAction: CaseKeyPath<GlobalAction, Action>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment
  ) -> AnyReducer<GlobalState, GlobalAction, GlobalEnvironment> {
    pullback(
      state: toLocalState, action: AnyCasePath(toLocalAction), environment: toLocalEnvironment)
  }

  /// Lifts the reducer of one case of an enum to the enum.
  ///
  /// An action that arrives while the state is of another case is reported as an issue and ignored.
  ///
  /// Modern: `ifCaseLet(_:action:then:)`.
  ///
  /// - Parameters:
  ///   - toLocalState: The case of the state.
  ///   - toLocalAction: The case of the parent's action that holds the child's.
  ///   - toLocalEnvironment: The child's environment.
  public func pullback<GlobalState, GlobalAction, GlobalEnvironment>(
    state toLocalState: AnyCasePath<GlobalState, State>,
    action toLocalAction: AnyCasePath<GlobalAction, Action>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> AnyReducer<GlobalState, GlobalAction, GlobalEnvironment> {
    let source = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return .init { state, action, environment in
      guard let action = toLocalAction.extract(from: action) else { return .none }
      guard var localState = toLocalState.extract(from: state) else {
        source.reportMissingPart(
          action: action, of: "pullback", missing: "its state is another case")
        return .none
      }
      defer { state = toLocalState.embed(localState) }
      return run(&localState, action, toLocalEnvironment(environment)).embedded(by: toLocalAction)
    }
  }
}
