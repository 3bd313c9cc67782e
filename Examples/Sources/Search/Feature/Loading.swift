import ComposableArchitecture

/// How a request is doing.
enum Loading: Equatable, Sendable {
  case idle
  /// A request is under way, for the first time or again.
  case running(attempt: Int)
  case failed(PlaceFailure)

  /// The number of attempts before a failure is shown.
  static let attempts = 3

  var isRunning: Bool {
    if case .running = self { true } else { false }
  }

  var failure: PlaceFailure? {
    if case .failed(let failure) = self { failure } else { nil }
  }
}

extension Effect {
  /// Sends a request, and sends it again after a while if it fails for a reason that may pass.
  ///
  /// - Parameters:
  ///   - retrying: The action that an attempt other than the first starts with.
  ///   - response: The action with the outcome of the last attempt.
  static func request<Answer: Sendable>(
    clock: any Clock<Duration>,
    _ operation: @escaping @Sendable () async throws -> Answer,
    retrying: @escaping @Sendable (_ attempt: Int) -> Action,
    response: @escaping @Sendable (Result<Answer, PlaceFailure>) -> Action
  ) -> Self {
    .run { send in
      for attempt in 1... {
        if attempt > 1 {
          try await clock.sleep(for: .milliseconds(250 << (attempt - 2)))
          await send(retrying(attempt))
        }
        do {
          let answer = try await operation()
          return await send(response(.success(answer)))
        } catch let error as CancellationError {
          throw error
        } catch {
          let failure = PlaceFailure(error)
          guard failure.isTemporary, attempt < Loading.attempts else {
            return await send(response(.failure(failure)))
          }
        }
      }
    }
  }
}
