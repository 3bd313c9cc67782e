extension CasePathable {
  /// Whether this value is of a case.
  ///
  /// ```swift
  /// if state.destination.is(\.edit) { … }
  /// ```
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool {
    withUnsafePointer(to: self) { Self.erasedCasePath(keyPath)?.matches($0) ?? false }
  }

  /// Changes the payload of a case in place.
  ///
  /// A value of another case is left alone, and that is reported as an issue.
  ///
  /// ```swift
  /// state.destination.modify(\.edit) { $0.title = "New" }
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The case.
  ///   - yield: Changes the payload.
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Self, Value>,
    yield: (inout Value) -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let casePath = Self.allCasePaths[keyPath: keyPath]
    guard var value = casePath.extract(from: self) else {
      SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column).report(
        """
        'modify' can't change a case that the value is not of.

          Expected: the case of '\(Self.self)' that the key path names, holding '\(Value.self)'
            Actual: \(ActionName.caseName(of: self))

        The value was left as it is. Ask with 'is' first where the value may be of another case, or \
        make it a value of this case before.
        """)
      return
    }
    yield(&value)
    self = casePath.embed(value)
  }

  /// The payload of a case, or `nil` where this value is of another.
  ///
  /// To assign a payload makes this value one of the case. Through an optional chain, as in
  /// `value[case: \.edit]?.title = "New"`, that changes the payload where the value is of the case, and
  /// nothing where it is of another. Assigning `nil` changes nothing: it does not say what the value
  /// should be instead.
  @inlinable
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { Self.allCasePaths[keyPath: keyPath].extract(from: self) }
    set {
      // An optional chain that ends early assigns the 'nil' that it read.
      guard let newValue else { return }
      self = Self.allCasePaths[keyPath: keyPath].embed(newValue)
    }
  }

  /// The payload of a case, or `nil` where this value is of another. An enum marked
  /// `@dynamicMemberLookup` has one such property for each case, to read and to write: `value.edit`.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { self[case: keyPath] }
    set { self[case: keyPath] = newValue }
  }

  static func erasedCasePath(_ keyPath: PartialCaseKeyPath<Self>) -> (any ErasedCasePath)? {
    let value = allCasePaths[keyPath: keyPath]
    if let path = value as? any ErasedCasePath { return path }
    // What '\.self' leads to.
    return value is AllCasePaths ? AnyCasePath<Self, Self>() : nil
  }
}
