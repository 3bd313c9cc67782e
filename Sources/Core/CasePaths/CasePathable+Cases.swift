import CompanionSupport

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
  /// A value of another case is left unchanged, and an issue is reported.
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
  /// Assigning a payload replaces the payload of a value which is of the case already, and leaves a
  /// value of another case unchanged: write `value = .edit(draft)` to change the case. An optional
  /// chain, as in `value[case: \.edit]?.title = "New"`, changes the payload in the same way.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { Self.allCasePaths[keyPath: keyPath].extract(from: self) }
    set { replacePayload(of: keyPath, with: newValue) }
  }

  /// The payload of a case, or `nil` where this value is of another. An enum marked
  /// `@dynamicMemberLookup` has one such property for each case, to read and to write:
  /// `value.edit`.
  ///
  /// Assigning to a case that the value is not of changes nothing, as with `subscript(case:)`.
  public subscript<Value>(dynamicMember keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { Self.allCasePaths[keyPath: keyPath].extract(from: self) }
    set { replacePayload(of: keyPath, with: newValue) }
  }

  private mutating func replacePayload<Value>(
    of keyPath: CaseKeyPath<Self, Value>, with newValue: Value?
  ) {
    let casePath = Self.allCasePaths[keyPath: keyPath]
    // 'nil' may be a payload of a case with an optional payload.
    let nothing: Value? = Optional<Any>.none as? Value
    guard let payload = newValue ?? nothing,
      withUnsafePointer(to: self, { casePath.matches($0) })
    else { return }
    self = casePath.embed(payload)
  }

  /// Wraps a value in the named case, if it is of the payload's type.
  static func embed(any value: Any, in keyPath: PartialCaseKeyPath<Self>) -> Self? {
    withTemporary(Self.self) { root in
      let isEmbedded = erasedCasePath(keyPath)?.embed(any: value, at: root) ?? false
      return isEmbedded ? root.move() : nil
    }
  }

  static func erasedCasePath(_ keyPath: PartialCaseKeyPath<Self>) -> (any ErasedCasePath)? {
    let value = allCasePaths[keyPath: keyPath]
    if let path = value as? any ErasedCasePath { return path }
    // The value of '\.self'.
    return value is AllCasePaths ? AnyCasePath<Self, Self>() : nil
  }
}
