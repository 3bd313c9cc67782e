import CompanionSupport

extension TestStore {
  /// Creates a store for a test of a reducer in the environment style.
  ///
  /// Modern: `TestStore(initialState:) { Feature() }`, with a closure that overrides dependencies.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - reducer: The logic.
  ///   - environment: The environment of the reducer. The step `environment` changes it.
  public convenience init<Environment>(
    initialState: State,
    reducer: AnyReducer<State, Action, Environment>,
    environment: Environment,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let box = EnvironmentBox(environment)
    self.init(
      initialState: initialState,
      reducer: {
        Reduce<State, Action> { state, action in reducer.run(&state, action, box.environment) }
      },
      fileID: fileID, filePath: filePath, line: line, column: column)
    self.environment = box
  }

  /// Takes steps, one after the other.
  ///
  /// ```swift
  /// await store.assert(
  ///   .send(.factButtonTapped),
  ///   .do { scheduler.advance() },
  ///   .receive(.factResponse(.success("0 is a good number"))) {
  ///     $0.fact = "0 is a good number"
  ///   }
  /// )
  /// ```
  ///
  /// A difference from the expectation of a step is reported at the line of the step. Modern: a
  /// line each, with `await store.send(…)` and `await store.receive(…)`.
  ///
  /// - Parameter steps: The steps.
  public func assert(_ steps: Step...) async {
    await assert(steps)
  }

  /// Takes steps, one after the other.
  ///
  /// - Parameter steps: The steps.
  public func assert(_ steps: [Step]) async {
    for step in steps { await step.take(self) }
  }

  /// An action or an expectation of a test.
  @MainActor
  public struct Step {
    fileprivate let take: @MainActor (TestStore) async -> Void

    /// Sends an action, and states the expected changes of the state.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - update: Applies the expected changes to the state.
    public static func send(
      _ action: Action,
      _ update: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) -> Self {
      Self {
        await $0.send(
          action, assert: update, fileID: fileID, filePath: filePath, line: line, column: column)
      }
    }

    /// Waits for an action that an effect sends, and states the expected changes of the state.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - update: Applies the expected changes to the state.
    public static func receive(
      _ action: Action,
      _ update: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) -> Self where Action: Equatable {
      Self {
        await $0.receive(
          action, assert: update, fileID: fileID, filePath: filePath, line: line, column: column)
      }
    }

    /// Performs other work, such as advancing a scheduler.
    ///
    /// - Parameter work: The work. An error that it throws is reported.
    public static func `do`(
      _ work: @escaping @MainActor () async throws -> Void,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) -> Self {
      Self { _ in
        do {
          try await work()
        } catch {
          SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column).report(
            """
            A 'do' step threw an error.

              Error: \(error)

            The steps after it are taken nevertheless. Have the step handle the error, or fix what \
            throws it.
            """)
        }
      }
    }

    /// Changes the environment of the reducer from now on.
    ///
    /// ```swift
    /// .environment { (environment: inout AppEnvironment) in
    ///   environment.numberFact = { _ in EffectPublisher(error: ApiError()) }
    /// }
    /// ```
    ///
    /// - Parameter update: Changes the environment. Its parameter must have the type of the
    ///   environment that the store was created with.
    public static func environment<Environment>(
      _ update: @escaping @MainActor (_ environment: inout Environment) throws -> Void,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) -> Self {
      Self { store in
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        guard let box = store.environment as? EnvironmentBox<Environment> else {
          place.report(
            """
            An 'environment' step changes a '\(Environment.self)', which the store does not have.

            Create the store with 'TestStore(initialState:reducer:environment:)', and name the type \
            of that environment in the step.
            """)
          return
        }
        do {
          try update(&box.environment)
        } catch {
          place.report("An 'environment' step threw an error.\n\n  Error: \(error)")
        }
      }
    }

    /// Several steps as one, so that several tests can share a named flow.
    ///
    /// - Parameter steps: The steps.
    public static func sequence(_ steps: Step...) -> Self {
      Self { await $0.assert(steps) }
    }
  }
}

/// The environment of a test store's reducer. Accessed only in the store's isolation, the main
/// actor's.
private final class EnvironmentBox<Environment> {
  var environment: Environment

  init(_ environment: Environment) {
    self.environment = environment
  }
}
