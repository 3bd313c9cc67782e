extension CasePathable {
  /// The payload of a case given by a partial key path, or `nil` if this value is of another.
  @_disfavoredOverload
  public subscript(case keyPath: PartialCaseKeyPath<Self>) -> Any? {
    withUnsafePointer(to: self) { Self.erasedCasePath(keyPath)?.payload(of: $0) }
  }

  /// The value itself: `value[case: \.self]`.
  public subscript(case keyPath: KeyPath<AllCasePaths, AllCasePaths>) -> Self? {
    get { self }
    set {
      guard let newValue else { return }
      self = newValue
    }
  }

  /// Changes this value in place: `value.modify(\.self) { … }`.
  ///
  /// - Parameters:
  ///   - keyPath: `\.self`.
  ///   - yield: Changes the value.
  public mutating func modify(
    _ keyPath: KeyPath<AllCasePaths, AllCasePaths>, yield: (inout Self) -> Void
  ) {
    yield(&self)
  }

  /// Changes the wrapped value of a case's optional payload in place.
  ///
  /// A value of another case, or with the payload `nil`, is left unchanged, and an issue is
  /// reported.
  ///
  /// - Parameters:
  ///   - keyPath: The case.
  ///   - yield: Changes the wrapped value.
  @_disfavoredOverload
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Self, Value?>,
    yield: (inout Value) -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    modify(
      keyPath.appending(path: \.some), yield: yield,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension CasePathReflectable {
  /// The path to a payload without values: `\.never`, for an operator whose child sends nothing.
  public var never: AnyCasePath<Root, Never> { AnyCasePath<Root, Root>().never }
}
