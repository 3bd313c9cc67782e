extension Result: CasePathable where Success: Copyable {
  /// The case paths of a result.
  public struct AllCasePaths: Sendable, Sequence {
    /// The value of a success.
    public var success: AnyCasePath<Result, Success> {
      AnyCasePath(_unsafeEmbed: { .success($0) }, extract: { try? $0.get() })
    }

    /// The error of a failure.
    public var failure: AnyCasePath<Result, Failure> {
      AnyCasePath(_unsafeEmbed: { .failure($0) }) {
        guard case .failure(let error) = $0 else { return nil }
        return error
      }
    }

    /// Iterates over the two cases of a result.
    public func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<Result>> {
      [\AllCasePaths.success, \AllCasePaths.failure].makeIterator()
    }
  }

  /// The case paths of a result.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Result.AllCasePaths: CasePathReflectable {
  /// The key path of the case that `root` is of.
  public subscript(root: Result<Success, Failure>) -> PartialCaseKeyPath<Result<Success, Failure>> {
    switch root {
    case .success: \.success
    case .failure: \.failure
    }
  }
}

extension Result: CasePathIterable where Success: Copyable {}
