extension Never: CasePathable {
  /// The case paths of an enum without cases.
  public struct AllCasePaths: Sendable, Sequence, CasePathReflectable {
    /// There are no cases, and no values.
    public subscript(root: Never) -> PartialCaseKeyPath<Never> {}

    /// Iterates over no cases.
    public func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<Never>> {
      EmptyCollection<PartialCaseKeyPath<Never>>().makeIterator()
    }
  }

  /// The case paths of an enum without cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Never: CasePathIterable {}
