/// The name of a case of `Root` that holds a `Value`, written `\.child`.
///
/// It is a key path into the table of the enum's case paths. A literal captures nothing, so the
/// compiler makes it a constant: evaluating it neither allocates nor demangles a type. Like every
/// key path it can be compared, hashed, stored and passed on.
public typealias CaseKeyPath<Root: CasePathable, Value> = KeyPath<
  Root.AllCasePaths, AnyCasePath<Root, Value>
>

/// The name of a case of `Root` whose payload may be of any type.
public typealias PartialCaseKeyPath<Root: CasePathable> = PartialKeyPath<Root.AllCasePaths>

extension KeyPath {
  /// Wraps `value` in the case.
  ///
  /// ```swift
  /// let path: CaseKeyPath<Action, Counter.Action> = \.counter
  /// store.send(path(.incrementButtonTapped))
  /// ```
  ///
  /// A key path that is written out and called in one expression takes parentheses, as in
  /// `(\Action.Cases.counter)(value)`: without them the call would be a part of the key path.
  @inlinable
  public func callAsFunction<Enum, Payload>(_ value: Payload) -> Enum
  where Root == Enum.AllCasePaths, Value == AnyCasePath<Enum, Payload>, Enum: CasePathable {
    Enum.allCasePaths[keyPath: self].embed(value)
  }

  /// The value of a case without a payload.
  @inlinable
  public func callAsFunction<Enum>() -> Enum
  where Root == Enum.AllCasePaths, Value == AnyCasePath<Enum, Void>, Enum: CasePathable {
    Enum.allCasePaths[keyPath: self].embed(())
  }

  /// Whether `value` is of the case, so that a `switch` may name cases without their payloads:
  /// `case \.counter:`.
  @inlinable
  public static func ~= <Enum, Payload>(pattern: KeyPath, value: Enum) -> Bool
  where Root == Enum.AllCasePaths, Value == AnyCasePath<Enum, Payload>, Enum: CasePathable {
    withUnsafePointer(to: value) { Enum.allCasePaths[keyPath: pattern].matches($0) }
  }

  /// Whether the value of an optional is of the case.
  @inlinable
  public static func ~= <Enum, Payload>(pattern: KeyPath, value: Enum?) -> Bool
  where Root == Enum.AllCasePaths, Value == AnyCasePath<Enum, Payload>, Enum: CasePathable {
    value.map { pattern ~= $0 } ?? false
  }
}

extension KeyPath {
  /// The name of a case of this case's payload: `\.destination` and `\.edit` make
  /// `\.destination.edit`.
  ///
  /// - Parameter path: The name of the case of the payload.
  public func appending<Enum, Payload, Next>(
    path: CaseKeyPath<Payload, Next>
  ) -> CaseKeyPath<Enum, Next>
  where
    Root == Enum.AllCasePaths, Value == AnyCasePath<Enum, Payload>, Enum: CasePathable,
    Payload: CasePathable
  {
    appending(path: \AnyCasePath<Enum, Payload>.[dynamicMember: path])
  }
}

extension PartialKeyPath {
  /// Wraps `value` in the case, or returns `nil` if it is not of the payload's type.
  ///
  /// ```swift
  /// let path: PartialCaseKeyPath<Action> = \.counter
  /// let action: Action? = path(Counter.Action.incrementButtonTapped)
  /// ```
  @_disfavoredOverload
  public func callAsFunction<Enum>(_ value: Any) -> Enum?
  where Root == Enum.AllCasePaths, Enum: CasePathable {
    Enum.embed(any: value, in: self)
  }
}

extension PartialKeyPath where Root: CasePathReflectable, Root.Root.AllCasePaths == Root {
  /// Wraps `value` in the case, or returns `nil` if it is not of the payload's type.
  @_disfavoredOverload
  public func callAsFunction(_ value: Any) -> Root.Root? {
    Root.Root.embed(any: value, in: self)
  }
}
