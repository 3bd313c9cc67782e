extension Never: CasePathable {
  /// The case paths of an enum without cases.
  public struct AllCasePaths: Sendable, Sequence, CasePathReflectable {
    /// There is no case, and no value to ask for.
    public subscript(root: Never) -> PartialCaseKeyPath<Never> {}

    /// Goes through no case.
    public func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<Never>> {
      EmptyCollection<PartialCaseKeyPath<Never>>().makeIterator()
    }
  }

  /// The case paths of an enum without cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Never: CasePathIterable {}
