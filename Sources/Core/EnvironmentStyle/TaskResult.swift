import IssueReporting

/// The result of asynchronous work: a value or an error, as a payload of an action that can be
/// compared.
///
/// ```swift
/// case .factButtonTapped:
///   return .task { [count = state.count] in
///     await .factResponse(TaskResult { try await facts.fetch(count) })
///   }
/// ```
///
/// Modern: `Result`, made by `await Result { try await … }`.
public enum TaskResult<Success: Sendable>: Sendable {
  /// The work returned a value.
  case success(Success)
  /// The work threw an error.
  case failure(any Error)

  /// Does the work.
  ///
  /// - Parameter body: The work; an error that it throws is the failure.
  public nonisolated(nonsending) init(
    catching body: nonisolated(nonsending) @Sendable () async throws -> Success
  ) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }

  /// Converts a `Result`.
  public init<Failure>(_ result: Result<Success, Failure>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// The value of a success. Throws the error of a failure.
  public var value: Success {
    get throws {
      switch self {
      case .success(let value): return value
      case .failure(let error): throw error
      }
    }
  }

  /// The same failure, or the success transformed.
  public func map<NewSuccess>(_ transform: (Success) -> NewSuccess) -> TaskResult<NewSuccess> {
    flatMap { .success(transform($0)) }
  }

  /// The same failure, or the result that `transform` returns for the success.
  public func flatMap<NewSuccess>(
    _ transform: (Success) -> TaskResult<NewSuccess>
  ) -> TaskResult<NewSuccess> {
    switch self {
    case .success(let value): transform(value)
    case .failure(let error): .failure(error)
    }
  }
}

extension Result where Success: Sendable, Failure == any Error {
  /// Converts a ``TaskResult``.
  public init(_ result: TaskResult<Success>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }
}

extension TaskResult: Equatable where Success: Equatable {
  /// Whether both are the same success, or failures with equal errors.
  ///
  /// Errors of a type that is not `Equatable` cannot be compared: an issue is reported, and they
  /// count as different.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.success(let lhs), .success(let rhs)): return lhs == rhs
    case (.failure(let lhs), .failure(let rhs)):
      guard type(of: lhs) == type(of: rhs) else { return false }
      guard let type = type(of: lhs) as? any Equatable.Type else {
        reportIssue(
          """
          Two failures can't be compared: '\(type(of: rhs))' is not 'Equatable'.

          They count as different. Make the error conform to 'Equatable', or match actions that hold \
          it by their case rather than by their value.
          """)
        return false
      }
      return type.areEqual(lhs, rhs)
    default: return false
    }
  }
}

extension TaskResult: Hashable where Success: Hashable {
  /// Hashes the success, or the failure.
  ///
  /// An error of a type that is not `Hashable` is reported as an issue, and not hashed.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .success(let value):
      hasher.combine(true)
      hasher.combine(value)
    case .failure(let error):
      hasher.combine(false)
      guard let type = type(of: error) as? any Hashable.Type else {
        reportIssue(
          """
          A failure can't be hashed: '\(Swift.type(of: error))' is not 'Hashable'.

          All such failures have one hash. Make the error conform to 'Hashable', or use a key that \
          does not hold it.
          """)
        return
      }
      type.hash(error, into: &hasher)
    }
  }
}

extension Equatable {
  fileprivate static func areEqual(_ lhs: any Error, _ rhs: any Error) -> Bool {
    lhs as? Self == rhs as? Self
  }
}

extension Hashable {
  fileprivate static func hash(_ error: any Error, into hasher: inout Hasher) {
    hasher.combine(error as? Self)
  }
}

extension TaskResult: CasePathable {
  /// The case paths of a result of work.
  public struct AllCasePaths: Sendable {
    /// The value that the work returned.
    public var success: AnyCasePath<TaskResult, Success> {
      AnyCasePath(embed: { .success($0) }, extract: { try? $0.value })
    }

    /// The error that the work threw.
    public var failure: AnyCasePath<TaskResult, any Error> {
      AnyCasePath(embed: { .failure($0) }) {
        guard case .failure(let error) = $0 else { return nil }
        return error
      }
    }
  }

  /// The case paths of a result of work.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
