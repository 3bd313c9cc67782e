/// An effect that produces values and may fail: the effect with two type parameters.
///
/// An environment returns it, and a reducer turns it into an effect of actions by catching the
/// failure:
///
/// ```swift
/// struct AppEnvironment {
///   var numberFact: (Int) -> EffectPublisher<String, ApiError>
/// }
///
/// return environment.numberFact(state.count)
///   .catchToEffect()
///   .map(AppAction.numberFactResponse)
/// ```
///
/// Modern: an `async` function in a dependency, called within
/// ``Effect/run(priority:name:operation:catch:fileID:filePath:line:column:)``.
public struct EffectPublisher<Output, Failure: Error>: Sendable {
  private let results: Effect<Result<Output, Failure>>

  private init(_ results: Effect<Result<Output, Failure>>) {
    self.results = results
  }

  /// Produces a value immediately.
  public init(value: Output) {
    self.init(.send(.success(value)))
  }

  /// Fails immediately.
  public init(error: Failure) {
    self.init(.send(.failure(error)))
  }

  /// Produces nothing.
  public static var none: Self { Self(.none) }

  /// Performs work that produces one value or fails.
  ///
  /// - Parameters:
  ///   - priority: The priority of the effect's task; the sender's if `nil`.
  ///   - operation: The work.
  public static func task(
    priority: TaskPriority? = nil,
    operation: nonisolated(nonsending) @escaping @Sendable () async throws(Failure) -> Output
  ) -> Self {
    Self(
      .run(priority: priority) { send in
        // Created for this one send and not stored.
        nonisolated(unsafe) let result: Result<Output, Failure>
        do throws(Failure) {
          result = .success(try await operation())
        } catch {
          result = .failure(error)
        }
        await send(result)
      })
  }

  /// Produces the result of a function that is called when the effect starts, or fails with its
  /// error.
  ///
  /// - Parameter work: The function.
  public static func result(
    _ work: @escaping @Sendable () -> Result<Output, Failure>
  ) -> Self {
    Self(
      .run { send in
        nonisolated(unsafe) let result = work()
        await send(result)
      })
  }

  /// Produces the value that a callback is called with.
  ///
  /// ```swift
  /// .future { callback in
  ///   legacyClient.fetch { callback(.success($0)) }
  /// }
  /// ```
  ///
  /// Calls of the callback after the first are ignored. A cancelled effect no longer waits for the
  /// callback.
  ///
  /// - Parameter start: Starts the work with the callback.
  public static func future(
    _ start: @escaping @Sendable (@escaping @Sendable (Result<Output, Failure>) -> Void) -> Void
  ) -> Self where Output: Sendable {
    Self(
      .run { send in
        let (results, continuation) = AsyncStream.makeStream(of: Result<Output, Failure>.self)
        start { result in
          continuation.yield(result)
          continuation.finish()
        }
        for await result in results { await send(result) }
      })
  }

  /// An effect of the value or the failure, which cannot fail itself.
  public func catchToEffect() -> Effect<Result<Output, Failure>> {
    results
  }

  /// An effect of actions made of the value or the failure.
  ///
  /// - Parameter transform: The action for a result, such as `AppAction.numberFactResponse`.
  public func catchToEffect<Action>(
    _ transform: @escaping @Sendable (Result<Output, Failure>) -> Action
  ) -> Effect<Action> {
    results.map(transform)
  }

  /// The same failure, or the value transformed.
  public func map<T>(_ transform: @escaping @Sendable (Output) -> T) -> EffectPublisher<T, Failure>
  {
    .init(results.map { $0.map(transform) })
  }

  /// The same value, or the failure transformed.
  public func mapError<NewFailure>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> EffectPublisher<Output, NewFailure> {
    .init(results.map { $0.mapError(transform) })
  }

  /// Returns the effect, with its values delivered by a scheduler; see ``Effect/receive(on:)``.
  public func receive(on scheduler: some Scheduler) -> Self {
    Self(results.receive(on: scheduler))
  }

  /// Returns the effect: the last call of a chain of operators.
  public func eraseToEffect() -> Self { self }

  /// Returns the effect, cancellable by an id; see ``Effect/cancellable(id:cancelInFlight:)``.
  ///
  /// - Parameters:
  ///   - id: The id of the effect.
  ///   - cancelInFlight: Whether to cancel running effects with the same id.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    Self(results.cancellable(id: id, cancelInFlight: cancelInFlight))
  }
}

extension EffectPublisher where Failure == Never {
  /// An effect of the values, as actions.
  public func eraseToEffect() -> Effect<Output> {
    results.map { result in
      switch result {
      case .success(let value): value
      }
    }
  }
}
